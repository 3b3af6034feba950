import LabKit

LabDocs.main()
