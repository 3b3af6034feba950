import Foundation
import Testing

@testable import OperationBench

@Suite("A fact of an event", .repeatable)
struct FactTests {
  /// Every fact, with the kind of its event and its words.
  static let all: [(Event.Kind, Event.Fact, String)] = [
    (.announced, .key(path: "isFinished"), "isFinished"),
    (.settled, .place(queue: "downloads"), "in downloads"),
    (.observed, .place(queue: nil), "in no queue"),
    (.waiting, .wait(for: .operation("a")), "for operation a"),
    (.waiting, .wait(for: .operations(["a", "b"])), "for a and b to be finished"),
    (.waiting, .wait(for: .queue("q")), "for queue q to be empty"),
    (.waiting, .wait(for: .gate("door")), "at gate door"),
    (.waiting, .wait(for: .signal("go")), "for the signal 'go'"),
    (.waiting, .wait(for: .other("until a lock is free")), "until a lock is free"),
    (.started, .blocks(count: 0), "with 0 blocks"),
    (.started, .blocks(count: 1), ""),
    (.started, .blocks(count: 2), "with 2 blocks"),
    (.progressed, .bytes(received: 3, total: 10), "3 of 10 bytes"),
    (.progressed, .bytes(received: 7, total: nil), "7 bytes"),
    (.cancelled, .allOperations, "all operations"),
    (.timedOut, .gaveUp(reason: .neverOpened), "no thread opened it"),
    (.timedOut, .gaveUp(reason: .neverAtRest), "the process did not become idle in time"),
    (.timedOut, .gaveUp(reason: .nothingFromOutside), "nothing came from outside"),
    (.observed, .dependencies(names: ["a", "b"]), "depends on a, b"),
    (.observed, .dependencies(names: []), "depends on nothing"),
    (.noted, .removedDependency(name: "a"), "no longer depends on a"),
    (.noted, .priority(value: -8), "its priority is -8 now"),
    (.noted, .width(value: 2), "asked for width 2"),
    (.noted, .barrier, "barrier block added"),
    (.noted, .heldByBench, "is held by the bench"),
    (.noted, .currentQueue(name: "q"), "run by q"),
    (.noted, .currentQueue(name: nil), "run by no queue"),
    (.noted, .type(name: "Operation", isAsynchronous: false), "Operation, isAsynchronous: false"),
    (.noted, .answer(gate: "door", answer: .open), "waited for 'door': it opened"),
    (.noted, .answer(gate: "door", answer: .shut), "waited for 'door': it stayed closed"),
    (
      .noted, .answer(gate: "door", answer: .shutWithoutThread),
      "waited for 'door': no thread was free"
    ),
    (.noted, .mark("has a part"), "has a part"),
    (
      .noted,
      .mark(.init("{} of {}: {}; {}", .text("a"), .number(3), .list(["b", "c"]), .words("d"))),
      "a of 3: b, c; d"
    ),
    (.noted, .mark(.init("holds {}", .list([]))), "holds nothing"),
  ]

  @Test("is the note of its event", arguments: all)
  func words(_ kind: Event.Kind, _ fact: Event.Fact, _ words: String) {
    #expect(Self.event(kind, fact).note == words)
    var other = Event(seq: 0, ns: 0, thread: "main", subject: "op", kind: kind, note: "other")
    other.set(fact)
    #expect(other == Self.event(kind, fact))
  }

  @Test("comes back from JSON the same, beside the kind and the note", arguments: all)
  func coding(_ kind: Event.Kind, _ fact: Event.Fact, _ words: String) throws {
    let event = Self.event(kind, fact)
    let json = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(Event.self, from: json) == event)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["kind"] as? String == kind.rawValue)
    #expect(object["note"] as? String == words)
    #expect(object["fact"] != nil)
    #expect(!String(decoding: json, as: UTF8.self).contains(#""_"#))
  }

  @Test(
    "has names for its values in JSON, and a mark's values are themselves",
    arguments: [
      (.key(path: "isReady"), #"{"key":{"path":"isReady"}}"#),
      (.wait(for: .queue("q")), #"{"wait":{"for":{"queue":{"name":"q"}}}}"#),
      (.gaveUp(reason: .neverOpened), #"{"gaveUp":{"reason":"neverOpened"}}"#),
      (
        .type(name: "Operation", isAsynchronous: true),
        #"{"type":{"isAsynchronous":true,"name":"Operation"}}"#
      ),
      (.answer(gate: "door", answer: .shut), #"{"answer":{"answer":"shut","gate":"door"}}"#),
      (
        .mark(.init("{} of {}: {}, {}", .text("a"), .number(3), .list(["b"]), .words("c"))),
        #"{"mark":{"mark":{"pattern":"{} of {}: {}, {}","values":["a",3,["b"],"c"],"words":[3]}}}"#
      ),
    ] as [(Event.Fact, String)])
  func names(_ fact: Event.Fact, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(fact), as: UTF8.self) == json)
  }

  @Test("is not in the JSON of an event that has none")
  func remark() throws {
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "op", kind: .noted, note: "a remark")
    let json = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
    #expect(!json.contains("fact"))
    #expect(try JSONDecoder().decode(Event.self, from: Data(json.utf8)).fact == nil)
  }

  @Test("is asked for by what it says")
  func asking() {
    #expect(Self.event(.announced, .key(path: "isReady")).key == "isReady")
    #expect(Self.event(.settled, .place(queue: "q")).place == .some("q"))
    #expect(Self.event(.settled, .place(queue: nil)).place == .some(nil))
    #expect(Self.event(.settled, .place(queue: nil)).isInNoQueue)
    #expect(Self.event(.settled, .barrier).place == nil)
    #expect(Self.event(.waiting, .wait(for: .queue("q"))).wait == .queue("q"))
    let mark = Event.Mark("{} of {} by {} and {}", .number(1), .number(2), .text("a"), .list(["b"]))
    #expect(Self.event(.noted, .mark(mark)).mark == mark)
    #expect(mark.numbers == [1, 2] && mark.texts == ["a"] && mark.lists == [["b"]])
    #expect(mark.isLike("{} of {} by {} and {}") && !mark.isLike("{} of {}"))
  }

  private static func event(_ kind: Event.Kind, _ fact: Event.Fact) -> Event {
    Event(seq: 0, ns: 0, thread: "main", subject: "op", kind: kind, fact: fact)
  }
}
