extension Lesson {
  static let imageCache = Lesson(
    21, "image-cache", title: "Memory, then disk, then six at a time",
    question: """
      You ask for a picture, and it is in memory, on disk or on the network. Which thread looks \
      where? What stops a look that nobody wants any more? And what keeps the seventh transfer \
      from beginning?
      """,
    programs: PictureLoading.loaderPrograms + PictureLoading.diskPrograms
      + PictureLoading.downloadPrograms,
    claims: [])
}
