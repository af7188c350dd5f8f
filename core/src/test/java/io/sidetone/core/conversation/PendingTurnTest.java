package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.secret.SecretPlaceholders;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-AC-003")
class PendingTurnTest {
    private static final char SECRET_KEY = new KeyVault().put('7');
    private final PartsRig rig = new PartsRig();
    private final PendingTurn pending = rig.parts.pending();
    private final Utterance utterance = rig.parts.utterance();

    private long spoken() {
        rig.next();
        pending.speech(rig.nowNs);
        return rig.tokens.grant() - 1;
    }

    @Test
    void shouldSpareWhatIsKeptWhenTheAgentIsFenced() {
        long agent = rig.tokens.grant();
        long kept = spoken();
        assertThat(pending.owns(kept)).isTrue();
        rig.next();
        rig.fence.advance(pending.fenceFor(agent));
        assertThat(rig.fence.isDead(agent)).isTrue();
        assertThat(rig.fence.isDead(kept)).isFalse();
    }

    @Test
    void shouldFenceAtANewTokenWhenNothingIsKept() {
        long agent = rig.tokens.grant();
        assertThat(pending.fenceFor(agent)).isGreaterThan(agent);
    }

    @Test
    void shouldFenceWhatIsKeptTooWhenTheTurnToFenceIsLater() {
        long kept = spoken();
        rig.next();
        long agent = rig.tokens.grant();
        rig.fence.advance(pending.fenceFor(agent));
        assertThat(rig.fence.isDead(agent)).isTrue();
        assertThat(rig.fence.isDead(kept)).isTrue();
    }

    @Test
    void shouldGoOnUnderItsOwnTokenWhenTheCallerStillSpeaks() {
        long kept = spoken();
        assertThat(pending.takeOver()).isTrue();
        assertThat(utterance.token()).isEqualTo(kept);
        assertThat(pending.waiting()).isFalse();
        assertThat(rig.log).doesNotContain("stt.cancel");
    }

    @Test
    void shouldWaitForTheWordsWhenTheCallerHasFinished() {
        long kept = spoken();
        pending.silence();
        assertThat(rig.log).endsWith("stt.end");
        assertThat(pending.takeOver()).isFalse();
        utterance.grant();
        assertThat(utterance.wordsBefore(kept, "not that one")).isTrue();
        assertThat(utterance.whole("this one")).isEqualTo("not that one this one");
    }

    @Test
    void shouldPutTheWordsBeforeTheNextWhenTheyAreHere() {
        long kept = spoken();
        pending.silence();
        pending.transcript(kept, "not that one");
        assertThat(pending.takeOver()).isFalse();
        utterance.grant();
        assertThat(utterance.whole("this one")).isEqualTo("not that one this one");
    }

    @Test
    void shouldBeTheTurnWithItsWordsWhenNothingElseIsSaid() {
        long kept = spoken();
        pending.silence();
        pending.transcript(kept, "call me back");
        assertThat(pending.hasSpeech()).isTrue();
        pending.become();
        assertThat(utterance.token()).isEqualTo(kept);
        assertThat(utterance.earlyFinal()).isEqualTo("call me back");
    }

    @Test
    void shouldGetALiveTokenWhenItsOwnIsDead() {
        long kept = spoken();
        pending.silence();
        pending.transcript(kept, "call me back");
        rig.next();
        rig.fence.advance(rig.tokens.grant());
        pending.become();
        assertThat(utterance.alive()).isTrue();
        assertThat(utterance.earlyFinal()).isEqualTo("call me back");
    }

    @Test
    void shouldForgetSpeechWhenItHadNoWords() {
        long kept = spoken();
        pending.silence();
        pending.transcript(kept, "");
        assertThat(pending.hasSpeech()).isFalse();
        assertThat(pending.waiting()).isFalse();
    }

    @Test
    void shouldKeepKeysAndTextOnceWhenTheyAreTaken() {
        pending.digit('1', rig.nowNs);
        pending.digit('2', rig.nowNs);
        pending.text("hello", rig.nowNs);
        pending.text("there", rig.nowNs);
        assertThat(rig.log).containsOnly("turn.pendingTurn").hasSize(4);
        assertThat(pending.takeDigits(ListenHint.OPEN)).isEqualTo("12");
        assertThat(pending.takeText(ListenHint.OPEN)).isEqualTo("hello there");
        assertThat(pending.waiting()).isFalse();
    }

    @Test
    void shouldDropKeysThatMightHaveBeenASecretWhenTheQuestionAsksForNone() {
        ListenHint secret = new ListenHint("", 4, '#', ListenHint.Secrecy.SECRET);
        pending.digit(SECRET_KEY, rig.nowNs);
        assertThat(pending.takeDigits(secret)).isEqualTo(String.valueOf(SECRET_KEY));
        pending.digit(SECRET_KEY, rig.nowNs);
        assertThat(pending.takeDigits(ListenHint.OPEN)).isEmpty();
        assertThat(pending.waiting()).isFalse();
    }

    @Test
    void shouldDropTypedDigitsThatMightHaveBeenASecretWhenTheQuestionAsksForNone() {
        ListenHint secret = new ListenHint("", 4, '#', ListenHint.Secrecy.SECRET);
        String keys = String.valueOf(SECRET_KEY);
        pending.text(keys, rig.nowNs);
        assertThat(pending.takeText(secret)).isEqualTo(keys);
        pending.text(keys, rig.nowNs);
        pending.text(SecretPlaceholders.MASK, rig.nowNs);
        assertThat(pending.takeText(ListenHint.OPEN)).isEmpty();
        assertThat(pending.waiting()).isFalse();
        pending.text(SecretPlaceholders.MASK, rig.nowNs);
        pending.text("yes please", rig.nowNs);
        pending.text(keys, rig.nowNs);
        assertThat(pending.takeText(ListenHint.OPEN)).isEqualTo("yes please");
    }

    @Test
    void shouldHaveABoundWhenKeysAndTextDoNotEnd() {
        for (int i = 0; i < 100; i++) {
            pending.digit('1', rig.nowNs);
            pending.text("a".repeat(100), rig.nowNs);
        }
        assertThat(pending.takeDigits(ListenHint.OPEN)).hasSizeBetween(16, 64);
        assertThat(pending.takeText(ListenHint.OPEN)).hasSizeBetween(2_000, 5_000);
    }

    @Test
    void shouldKeepNoSpeechWhenTheAgentSleepsOrIsNotHeard() {
        rig.turn.policy(rig.turn.policy().withPhrases(new Phrases(List.of(), List.of("hello desk"), List.of())));
        pending.speech(rig.nowNs);
        assertThat(pending.waiting()).isFalse();
        rig.parts.listening().wake();
        rig.parts.listening().exhausted();
        pending.speech(rig.nowNs);
        assertThat(pending.waiting()).isFalse();
        assertThat(rig.log).isEmpty();
    }

    @Test
    void shouldStopTheRecognizerWhenItIsDropped() {
        spoken();
        pending.drop();
        assertThat(rig.log).endsWith("stt.cancel");
        assertThat(pending.waiting()).isFalse();
    }
}
