import LabDocs

LabDocs.main()
