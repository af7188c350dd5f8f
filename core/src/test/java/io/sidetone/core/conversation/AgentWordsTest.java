package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.playout.Buffering;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AgentWordsTest {
    private static final String TEXT = "One two three four.";

    private PartsRig rig = new PartsRig();
    private long token;

    private void spoken(int ms) {
        rig.thinking();
        token = rig.tokens.grant();
        rig.speaking.begin(token, false, 1_000);
        rig.parts.words().begin();
        rig.parts.words().say(TEXT);
        rig.speaking.textComplete();
        rig.speaking.audio(0, PartsRig.sound(ms / 2));
        rig.speaking.audio(0, PartsRig.sound(ms / 2));
        rig.speaking.clauseDone(0);
    }

    private void heard() {
        rig.floor(FloorTrigger.RESPONSE_AUDIO);
        rig.parts.words().speechBegan();
    }

    @Test
    void shouldHoldTextBackUntilTheAgentSpeaks() {
        spoken(800);
        assertThat(rig.log).doesNotContain("observer.ResponseText");
        heard();
        assertThat(rig.log).containsOnlyOnce("observer.ResponseText");
        rig.parts.words().say("Five.");
        assertThat(rig.log.stream().filter("observer.ResponseText"::equals)).hasSize(2);
    }

    @Test
    void shouldForgetHeldTextWhenAnotherTurnBegins() {
        spoken(800);
        rig.parts.words().begin();
        heard();
        assertThat(rig.log).doesNotContain("observer.ResponseText");
    }

    @Test
    @Tag("ITE-REQ-011")
    void shouldCaptionEachWordOnceWhenItIsHeard() {
        spoken(800);
        heard();
        for (int t = 0; t < 1_000; t += 20) {
            rig.play(20);
            rig.parts.words().frame(rig.nowNs);
        }
        assertThat(rig.captions.stream().map(caption -> TEXT.substring(0, caption.heardChars())))
                .containsExactly("One", "One two", "One two three", TEXT);
        assertThat(rig.captions).allMatch(caption -> caption.token() == token);
    }

    @Test
    void shouldBeHistoryAndLastCaptionBeforeAnyoneIsNotifiedWhenATurnIsCutShort() {
        spoken(800);
        heard();
        rig.parts.words().said(token, "One two", true, TEXT, rig.nowNs);
        assertThat(rig.log).containsSubsequence("caption", "observer.ResponseDone");
        assertThat(rig.captions.get(0).heardChars()).isEqualTo("One two".length());
        assertThat(rig.parts.history().snapshot().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.text()).isEqualTo("One two");
            assertThat(entry.interrupted()).isTrue();
            assertThat(entry.intended()).isEqualTo(TEXT);
        });
    }

    @Test
    void shouldShortenTheHistoryWhenTheFarEndPlayedLess() {
        rig = new PartsRig(new Buffering(200, true, false));
        spoken(800);
        heard();
        rig.play(800);
        rig.parts.words().said(token, TEXT, false, TEXT, rig.nowNs);
        rig.log.clear();
        assertThat(rig.parts.words().recut(token, 450, rig.nowNs)).isTrue();
        assertThat(rig.parts.history().snapshot().entries().get(0).text()).isEqualTo("One two");
        assertThat(rig.log).containsExactly("history");
        assertThat(rig.parts.words().recut(token + 1, 450, rig.nowNs))
                .as("another turn")
                .isFalse();
    }

    @Test
    void shouldLeaveAWholeTurnWhenTheFarEndIsOnItsWay() {
        rig = new PartsRig(new Buffering(200, true, true));
        spoken(800);
        heard();
        rig.play(800);
        rig.parts.words().said(token, TEXT, false, TEXT, rig.nowNs);
        assertThat(rig.parts.words().recut(token, 450, rig.nowNs)).isTrue();
        assertThat(rig.parts.history().snapshot().entries().get(0).text()).isEqualTo(TEXT);
    }
}
