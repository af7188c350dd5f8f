package io.sidetone.transport.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.transport.http.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CallDocumentsTest {
    @Test
    void shouldShowWhatACallPublishes() {
        CallSetup setup = new CallSetup(
                new CallSetup.Identity(
                        "01JABCDEFGHJKMNPQRSTVWXYZ0",
                        "x@y",
                        "sip-udp",
                        "desk",
                        "sip:a@b",
                        "sip:c@d",
                        CallFacts.NONE,
                        1,
                        1_775_037_600_000L,
                        5_000_000_000L),
                CallSetup.Engines.of(null, null, null),
                CallSetup.Line.of(null, null),
                CallSetup.Terms.DEFAULT);
        CallRecord record = new CallRecord(setup, null);
        CallDocument told = CallDocuments.of(record, 6_500_000_000L, CallDocuments.Beside.NOTHING);
        CallView view = told.summary().call();
        assertThat(view.state()).isEqualTo("NOT_CONNECTED");
        assertThat(view.view().vip()).isEqualTo("not_connected");
        assertThat(view.startedAt()).isEqualTo(Instant.parse("2026-04-01T10:00:00Z"));
        assertThat(told.summary().end()).isNull();
        assertThat(told.metrics().get("ageMs")).isEqualTo(1_500L);
        assertThat(Json.bytes(told)).isNotEmpty();
    }
}
