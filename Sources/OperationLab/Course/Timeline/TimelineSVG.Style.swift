extension TimelineSVG {
  /// Blue ran and came to its end, orange did not, violet let somebody go on; names, edges and
  /// arrows say it too, without colour.
  static let style = """
    .tl text{font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
    white-space:pre;fill:#1d2733}
    .tl .tl-paper,.tl .tl-lane1{fill:#fff}
    .tl .tl-lane0{fill:#f4f6f9}
    .tl .tl-thread{font-weight:bold}
    .tl .tl-grid{stroke:#dde3ea;stroke-width:1;fill:none}
    .tl .tl-faint,.tl .tl-note{fill:#51606f}
    .tl .tl-mark{fill:#1d2733;font-weight:bold}
    .tl .tl-start rect{fill:#dbe8f7;stroke:#6d93bd}
    .tl .tl-body rect{fill:#a9cbf0;stroke:#3a6ea5}
    .tl .tl-unfinished rect{fill:#eef2f6;stroke:#7b8a99;stroke-dasharray:3 3}
    .tl .tl-shared rect{fill:#c4ccd5;stroke:#7b8a99}
    .tl .tl-open rect{fill:#fde3c8;stroke:#b75d0a;stroke-dasharray:5 3}
    .tl .tl-edge{stroke:#b75d0a;stroke-width:2.5;stroke-dasharray:4 3;fill:none}
    .tl .tl-never{fill:#8a3f00;text-anchor:end}
    .tl .tl-arrow path,.tl .tl-wait path{stroke:#6b3fa0;stroke-width:1.8;fill:none}
    .tl .tl-wait path{stroke:#b75d0a;stroke-dasharray:5 3}
    .tl .tl-arrow .tl-head{fill:#6b3fa0;stroke:none}
    .tl .tl-wait .tl-head{fill:#b75d0a;stroke:none}
    .tl .tl-waiting{fill:#eef2f6;stroke:#7b8a99;stroke-dasharray:3 3}
    .tl .tl-holding{fill:#fde3c8;stroke:#b75d0a}
    @media (prefers-color-scheme:dark){
    .tl text{fill:#e6edf3}
    .tl .tl-paper,.tl .tl-lane1{fill:#12171e}
    .tl .tl-lane0{fill:#1a212a}
    .tl .tl-grid{stroke:#2c3743}
    .tl .tl-faint,.tl .tl-note{fill:#a3b1bf}
    .tl .tl-mark{fill:#e6edf3}
    .tl .tl-start rect{fill:#1d3450;stroke:#5f8bbb}
    .tl .tl-body rect{fill:#2b5a8c;stroke:#84b4e6}
    .tl .tl-unfinished rect{fill:#1f2731;stroke:#8593a1}
    .tl .tl-shared rect{fill:#46525f;stroke:#8593a1}
    .tl .tl-open rect{fill:#4d2f12;stroke:#f0a35a}
    .tl .tl-edge{stroke:#f0a35a}
    .tl .tl-never{fill:#ffc48c}
    .tl .tl-arrow path{stroke:#c9a6f5}
    .tl .tl-arrow .tl-head{fill:#c9a6f5}
    .tl .tl-wait path{stroke:#f0a35a}
    .tl .tl-wait .tl-head{fill:#f0a35a}
    .tl .tl-waiting{fill:#1f2731;stroke:#8593a1}
    .tl .tl-holding{fill:#4d2f12;stroke:#f0a35a}
    }
    """
}
