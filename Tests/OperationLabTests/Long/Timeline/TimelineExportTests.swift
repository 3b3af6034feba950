import OperationCourse
import OperationLab
import Testing

@Suite("What is exported", .repeatable)
struct TimelineExportTests {
  @Test("Perfetto gets slices, instants and an asynchronous slice for each operation")
  func perfetto() throws {
    #expect(
      try Timeline(TimelineSamples.asynchronous).perfetto(title: "Demo") == """
        {"displayTimeUnit":"ns","traceEvents":[
        {"args":{"name":"Demo"},"cat":"__metadata","name":"process_name","ph":"M","pid":1,"tid":1,"ts":0},
        {"cat":"operation","id":"0","name":"download","ph":"b","pid":1,"tid":1,"ts":1},
        {"args":{"name":"main"},"cat":"__metadata","name":"thread_name","ph":"M","pid":1,"tid":1,"ts":0},
        {"args":{"sort_index":1},"cat":"__metadata","name":"thread_sort_index","ph":"M","pid":1,"tid":1,"ts":0},
        {"args":{"from":0,"state":"ready","subject":"download"},"cat":"enqueued","name":"download enqueued","ph":"i","pid":1,"s":"t","tid":1,"ts":0},
        {"args":{"name":"T1"},"cat":"__metadata","name":"thread_name","ph":"M","pid":1,"tid":2,"ts":0},
        {"args":{"sort_index":2},"cat":"__metadata","name":"thread_sort_index","ph":"M","pid":1,"tid":2,"ts":0},
        {"args":{"from":1,"kind":"start","open":false,"subject":"download","thread":"T1","to":2},"cat":"start","dur":1,"name":"download","ph":"X","pid":1,"tid":2,"ts":1},
        {"args":{"from":2,"kind":"unfinished","open":false,"subject":"download","thread":"T1","to":5},"cat":"operation","id":"0","name":"download unfinished","ph":"b","pid":1,"tid":2,"ts":2},
        {"cat":"operation","id":"0","name":"download unfinished","ph":"e","pid":1,"tid":2,"ts":5},
        {"args":{"name":"T2"},"cat":"__metadata","name":"thread_name","ph":"M","pid":1,"tid":3,"ts":0},
        {"args":{"sort_index":3},"cat":"__metadata","name":"thread_sort_index","ph":"M","pid":1,"tid":3,"ts":0},
        {"args":{"from":3,"kind":"body","open":false,"subject":"download","thread":"T2","to":4},"cat":"body","dur":1,"name":"download","ph":"X","pid":1,"tid":3,"ts":3},
        {"args":{"from":5,"state":"ready finished","subject":"download"},"cat":"finished","name":"download finished","ph":"i","pid":1,"s":"t","tid":3,"ts":5},
        {"args":{"name":"T3"},"cat":"__metadata","name":"thread_name","ph":"M","pid":1,"tid":4,"ts":0},
        {"args":{"sort_index":4},"cat":"__metadata","name":"thread_sort_index","ph":"M","pid":1,"tid":4,"ts":0},
        {"args":{"from":6,"state":"ready finished","subject":"download"},"cat":"completed","name":"download completed","ph":"i","pid":1,"s":"t","tid":4,"ts":6},
        {"cat":"operation","id":"0","name":"download","ph":"e","pid":1,"tid":1,"ts":5}
        ]}

        """)
  }

  @Test("Perfetto shows a call that never returns as begun only")
  func perfettoOpen() throws {
    let json = try Timeline(TimelineSamples.stuck).perfetto(title: "Demo")
    #expect(json.matches(of: /"ph":"B"/).count == 2)
    #expect(!json.contains(#""ph":"X""#))
    #expect(!json.contains(#""ph":"e""#))
  }

  @Test("The SVG is one drawing with a title and a description")
  func svg() {
    let svg = Timeline(TimelineSamples.block).svg(title: "Boil & wait")
    let drawing = svg.replacing(/<style>[\s\S]*<\/style>/, with: "<style></style>")
    #expect(
      drawing == """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" class="tl" role="img" width="888" height="190" viewBox="0 0 888 190">
        <title>Boil &amp; wait</title>
        <desc>5 events on 1 thread, 1 operation. Events are numbered in order, from 0 to 4.
        Thread main: start() of boil ran from event 0 to event 3; the body of boil ran from event 1 to event 2; 1 observed.
        boil: started on main at event 0, seen finished on main at event 4.
        </desc>
        <style></style>
        <rect class="tl-paper" width="888" height="190"/>
        <rect class="tl-lane0" x="0" y="34" width="888" height="66"/>
        <text class="tl-faint" x="16" y="22">event</text>
        <path class="tl-grid" d="M72 28V100"/>
        <text class="tl-faint" x="72" y="22">0</text>
        <path class="tl-grid" d="M232 28V100"/>
        <text class="tl-faint" x="232" y="22">1</text>
        <path class="tl-grid" d="M392 28V100"/>
        <text class="tl-faint" x="392" y="22">2</text>
        <path class="tl-grid" d="M552 28V100"/>
        <text class="tl-faint" x="552" y="22">3</text>
        <path class="tl-grid" d="M712 28V100"/>
        <text class="tl-faint" x="712" y="22">4</text>
        <text class="tl-thread" x="16" y="56">main</text>
        <g class="tl-start" data-subject="boil" data-thread="main" data-kind="start" data-from="0" data-to="3" data-open="false"><title>start() of boil ran from event 0 to event 3</title><rect x="72" y="40" width="487" height="24" rx="3"/></g>
        <g class="tl-body" data-subject="boil" data-thread="main" data-kind="body" data-from="1" data-to="2" data-open="false"><title>the body of boil ran from event 1 to event 2</title><rect x="232" y="43" width="167" height="18" rx="3"/></g>
        <text class="tl-label" x="240" y="56">boil</text>
        <g><title>event 4: boil observed</title><text class="tl-mark" x="712" y="87">◦</text>
        <text class="tl-note" x="723" y="87">boil</text>
        </g>
        <g class="tl-start"><rect x="16" y="114" width="32" height="16" rx="3"/></g><text class="tl-note" x="58" y="126">start()</text>
        <g class="tl-body"><rect x="134" y="114" width="32" height="16" rx="3"/></g><text class="tl-note" x="176" y="126">body</text>
        <text class="tl-note" x="16" y="152">◦ observed</text>
        <text class="tl-note" x="16" y="172">Left to right: the order of events, not time.</text>
        </svg>

        """)
  }

  @Test("Prose tells threads first and operations then")
  func prose() {
    #expect(
      Timeline(TimelineSamples.missingFinish).prose() == """
        24 events on 3 threads, 10 operations. Events are numbered in order, from 0 to 23.
        Thread main: 10 enqueued, 10 settled.
        Thread T1: start() of op1 ran from event 10 to event 12; op1 stayed unfinished from event 12 and never finished.
        Thread T2: start() of op2 ran from event 11 to event 13; op2 stayed unfinished from event 13 and never finished.
        op1: enqueued on main at event 0, started on T1 at event 10, never finished.
        op2: enqueued on main at event 1, started on T2 at event 11, never finished.
        Never started: op3, op4, op5, op6, op7, op8, op9, op10.

        """)
  }

  @Test("The page holds the picture, the prose and a row for each event")
  func html() {
    let timeline = Timeline(TimelineSamples.stuck)
    let html = timeline.html(title: "Stuck")
    #expect(html.matches(of: /<tr><th scope="row">/).count == timeline.events.count)
    #expect(html.contains("<h2>Stuck</h2>"))
    for line in timeline.prose().split(separator: "\n").dropFirst() {
      #expect(html.contains("<li>\(line)</li>"))
    }
    #expect(!html.contains("http-equiv=\"refresh\""))
    #expect(!html.contains("src=") && !html.contains("href="))
  }

  @Test("An empty trace is said to be empty everywhere")
  func empty() throws {
    let timeline = Timeline(Trace())
    #expect(timeline.text() == "Nothing happened: the trace is empty.\n")
    #expect(timeline.prose() == "Nothing happened: the trace is empty.\n")
    #expect(timeline.svg(title: "").contains(">Nothing happened.</text>"))
    #expect(timeline.html(title: "").contains("<p>Nothing happened: the trace is empty.</p>"))
    #expect(try timeline.perfetto(title: "").matches(of: /"ph"/).count == 1)
  }
}

@Suite("An album of several runs", .repeatable)
struct TimelineAlbumTests {
  private let album = TimelineAlbum(
    title: "Both",
    pages: ["one", "two"].map {
      .init(title: $0, name: $0, timeline: Timeline(TimelineSamples.asynchronous))
    })

  @Test("is one drawing, each run under its own title, none over another")
  func svg() throws {
    let svg = album.svg()
    #expect(svg.matches(of: /<\?xml/).count == 1)
    let headings = svg.matches(of: /<text class="tl-thread" x="16" y="(\d+)">(one|two)<\/text>/)
    #expect(headings.map { String($0.output.2) } == ["one", "two"])
    let places = svg.matches(of: /height="(\d+)" y="(\d+)" viewBox/)
      .map { (height: Int($0.output.1) ?? 0, y: Int($0.output.2) ?? 0) }
    let (first, second) = try (#require(places.first), #require(places.last))
    #expect(places.count == 2)
    #expect(second.y >= first.y + first.height)
    #expect(svg.contains(#"height="\#(second.y + second.height)""#))
  }

  @Test("is one page with both runs")
  func html() {
    let html = album.html()
    #expect(html.matches(of: /<html/).count == 1)
    #expect(html.matches(of: /<h2>(\w+)<\/h2>/).map { String($0.output.1) } == ["one", "two"])
  }

  @Test("is one trace file, each run a process whose slices are its own")
  func perfetto() throws {
    let json = try album.perfetto()
    let processes = Set(json.matches(of: /"pid":(\d+)/).map { String($0.output.1) })
    #expect(processes == ["1", "2"])
    let slices = json.matches(of: /"id":"([\d-]+)".*"pid":(\d+)/)
      .map { [String($0.output.1), String($0.output.2)] }
    #expect(Set(slices) == [["0", "1"], ["2-0", "2"]])
  }
}
