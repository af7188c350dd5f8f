package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Token;
import org.junit.jupiter.api.Test;

class UtteranceTest {
    private final PartsRig rig = new PartsRig();
    private final Utterance utterance = rig.parts.utterance();

    @Test
    void shouldBeALaterTokenWhenTheNextIsGranted() {
        utterance.grant();
        long first = utterance.token();
        rig.next();
        utterance.grant();
        assertThat(utterance.token()).isGreaterThan(first);
    }

    @Test
    void shouldNotBeFedWhenItIsOnlyGranted() {
        utterance.grant();
        assertThat(rig.log).isEmpty();
        utterance.listen(rig.nowNs);
        assertThat(rig.log).containsExactly("stt.start");
    }

    @Test
    void shouldNotBeFedWhenThereAreKeysOnly() {
        rig.parts.listening().exhausted();
        utterance.grant();
        utterance.listen(rig.nowNs);
        assertThat(rig.log).isEmpty();
    }

    @Test
    void shouldBeDeadWhenAFenceHasPassedIt() {
        assertThat(utterance.alive()).as("before the first").isFalse();
        utterance.grant();
        assertThat(utterance.alive()).isTrue();
        rig.fence.advance(rig.tokens.grant());
        assertThat(utterance.alive()).isFalse();
    }

    @Test
    void shouldForgetWordsThatCameEarlyWhenTheNextIsGranted() {
        utterance.grant();
        utterance.finalCame("yes");
        assertThat(utterance.earlyFinal()).isEqualTo("yes");
        utterance.grant();
        assertThat(utterance.earlyFinal()).isNull();
    }

    @Test
    void shouldAnswerWithAllThatWasSaidWhenTheTurnGoesOn() {
        utterance.grant();
        utterance.answered("I would like");
        utterance.goesOn(false);
        utterance.grant();
        assertThat(utterance.take("an appointment")).isEqualTo("I would like an appointment");
    }

    @Test
    void shouldTakeWordsThatAreStillToComeOnceWhenTheTurnGoesOn() {
        utterance.grant();
        long first = utterance.token();
        utterance.goesOn(true);
        utterance.grant();
        assertThat(utterance.wordsDue()).isTrue();
        assertThat(utterance.wordsBefore(utterance.token(), "of its own")).isFalse();
        assertThat(utterance.wordsBefore(first, "on Monday")).isTrue();
        assertThat(utterance.wordsDue()).isFalse();
        assertThat(utterance.wordsBefore(first, "again")).isFalse();
        assertThat(utterance.whole("at nine")).isEqualTo("on Monday at nine");
    }

    @Test
    void shouldWaitForNothingWhenItStandsAlone() {
        utterance.grant();
        utterance.answered("before");
        utterance.goesOn(true);
        utterance.standsAlone();
        assertThat(utterance.wordsDue()).isFalse();
        assertThat(utterance.wordsBefore(Token.NONE, "nothing")).isFalse();
        assertThat(utterance.whole("now")).isEqualTo("now");
    }
}
