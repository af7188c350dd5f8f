package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code show}: one call as text. */
class ShowCommandTest {
    private static final String CALL =
            """
            {"callId": "01A", "agent": "desk", "from": "sip:+4930111@203.0.113.7", "to": "sip:desk@example.com",
             "state": "ENDED", "startedAt": "2026-04-01T10:00:00Z", "ageMs": 63500,
             "entry": {"state": "ended", "status": 200, "direction": "in", "trunk": "carrier", "node": "a1"},
             "end": {"cause": "CALLER_HUNG_UP", "by": "caller", "reason": "the caller hung up"},
             "turns": [{"turnId": "turn-1", "role": "assistant", "startedAt": "2026-04-01T10:00:00.200Z"}],
             "timeline": [{"atMs": 5200, "kind": "transcript", "text": "Two tables, please."}],
             "history": [
               {"utteranceId": "u1", "role": "assistant", "text": "Good day. How", "interrupted": true,
                "interruptedAt": "2026-04-01T10:00:02Z", "intended": "Good day. How can I help?"},
               {"utteranceId": "u2", "role": "user", "text": "Two tables, please.", "interrupted": false},
               {"utteranceId": "u3", "role": "assistant", "text": "For when?", "interrupted": false}],
             "answers": [{"turnId": "turn-3", "utteranceId": "u3", "slowest": "dialogue", "endedBy": "silence",
               "speechEndedAt": "2026-04-01T10:00:05.2Z", "decidedMs": 300, "textMs": 1100, "audioMs": 1300}],
             "actions": [{"action": "book", "code": "ok", "wantedAt": "2026-04-01T10:00:30Z",
               "endedAt": "2026-04-01T10:00:30.850Z"}],
             "metrics": {"packetsIn": 3100, "packetsLost": 4, "jitterMs": 7.4, "mos": 4.31, "farMos": -1},
             "media": {"codec": "PCMA"}, "cost": {"USD": 0.0123},
             "sip": [
               {"at": "2026-04-01T09:59:59.900Z", "direction": "in", "peer": "udp 203.0.113.7:5060", "summary": "INVITE sip:desk@example.com"},
               {"at": "2026-04-01T10:00:00.034Z", "direction": "out", "peer": "udp 203.0.113.7:5060", "summary": "200 OK"}]}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private FakeApi api;

    @BeforeEach
    void open() throws Exception {
        api = new FakeApi();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private int show(String... args) {
        List<String> all = new ArrayList<>(List.of("--server", api.url()));
        all.addAll(List.of(args));
        return new CommandLine(new ShowCommand(variable -> null, ZoneOffset.ofHours(2)))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((e, command, result) -> {
                    err.write(e.getMessage());
                    return 1;
                })
                .execute(all.toArray(String[]::new));
    }

    @Test
    void shouldShowFactsConversationAnswersActionsSoundAndMessages() {
        api.answers("/api/calls/01A", CALL);
        assertThat(show("01A", "--sip")).as(err.toString()).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        call      01A
                        state     ended
                        way       in
                        from      sip:+4930111@203.0.113.7
                        to        sip:desk@example.com
                        agent     desk
                        trunk     carrier
                        peer      udp 203.0.113.7:5060
                        started   2026-04-01 12:00:00
                        length    1:03.5
                        end       the caller hung up, CALLER_HUNG_UP, SIP 200
                        cost      0.0123 USD
                        node      a1

                        Conversation
                          0:00.2   assistant Good day. How ┃ not heard: can I help? ┃ interrupted 0:02.0
                          0:05.2   user      Two tables, please.
                          0:06.5   assistant For when?

                        Answers
                          0:05.2   1300 ms, slowest dialogue, turn ended by silence, decided 300, text 1100, audio 1300

                        Actions
                          0:30.0   book ok 850 ms

                        Sound PCMA
                          caller here: MOS 4.3, 4 packets lost, jitter 7 ms
                          agent there: not reported

                        SIP in seconds: ──▶ from us, ◀── from the peer
                             +0.000  ◀── INVITE sip:desk@example.com
                             +0.134  ──▶ 200 OK
                        """);
    }

    @Test
    void shouldShowWhatIsKnownOfARefusedCall() {
        api.answers(
                "/api/calls/01R",
                """
                {"entry": {"callId": "01R", "state": "refused", "status": 488, "reason": "no codec in common",
                  "from": "sip:100@198.51.100.9", "to": "sip:desk@example.com", "attempts": 3,
                  "startedAt": "2026-04-01T10:00:00Z"}}
                """);
        assertThat(show("01R", "--sip")).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        call      01R
                        state     refused
                        from      sip:100@198.51.100.9
                        to        sip:desk@example.com
                        started   2026-04-01 12:00:00
                        end       no codec in common, SIP 488
                        attempts  3
                        """);
    }

    @Test
    void shouldPrintTheDocumentAsJsonAndNoMessagesUnlessAsked() {
        api.answers("/api/calls/01A", CALL);
        show("01A");
        assertThat(out.toString()).doesNotContain("INVITE");
        show("01A", "--json");
        assertThat(out.toString()).contains("\"callId\" : \"01A\"", "INVITE");
    }

    @Test
    void shouldSayWhatTheServerSaysOfAnUnknownCall() {
        assertThat(show("01X")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(api.url() + "/api/calls/01X answered 404: there is nothing at /api/calls/01X");
    }

    @Test
    void shouldRefuseWhatIsNoIdOfACall() {
        assertThat(show("../trunks")).isEqualTo(2);
        assertThat(err.toString()).contains("'../trunks' is no id of a call");
        assertThat(api.asked).isEmpty();
    }
}
