import LabKit

Lab.main()
