package io.sidetone.core.call.life;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.conversation.Effects;
import io.sidetone.core.dial.AnswerClassifier;
import io.sidetone.core.dial.AnsweredBy;
import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.turn.event.TurnLedger;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A call of ours until it is known who answered it, and what follows from that. Lane thread only. */
final class Dialling {
    /** A greeting without a tone is over after so much silence. */
    private static final int GREETING_OVER_MS = 2_000;

    private static final long FRAME_NS = 20_000_000;

    /** Lateness above which frames count as silence: a silent party may send nothing at all. */
    private static final long LATE_NS = 3 * FRAME_NS;

    private final DialPlan plan;
    private final AnswerClassifier classifier;
    private final CallRecord.Writer writer;
    private final TurnLedger ledger;
    private final Effects effects;
    private final BooleanSupplier speaking;
    private final Message message;
    private final short[] silence;
    private boolean answered;
    private long heardUntilNs;
    private boolean messageDue;

    /** Leaves a message with a voicemail. */
    interface Message {
        /** Listens: what is said until then is not answered. */
        void listen();

        /** Speaks the message, then hangs up. */
        void leave(String text, long nowNs);
    }

    /**
     * Creates it.
     *
     * @param plan null for a call that came in: nothing happens then
     * @param speaking whether the agent speaks
     */
    Dialling(
            DialPlan plan,
            int sampleRateHz,
            CallRecord.Writer writer,
            TurnLedger ledger,
            Effects effects,
            BooleanSupplier speaking,
            Message message) {
        this.plan = plan;
        this.classifier = plan == null ? null : new AnswerClassifier(sampleRateHz);
        this.silence = plan == null ? null : new short[SampleRate.frameSamples(sampleRateHz)];
        this.writer = writer;
        this.ledger = ledger;
        this.effects = effects;
        this.speaking = speaking;
        this.message = message;
    }

    /** The INVITE was sent (0), or a provisional response came. */
    void progress(int status, long nowNs) {
        writer.sipStatus(status);
        effects.note("dial", status == 0 ? "INVITE sent" : "status " + status);
        ledger.dialled(Map.of("dial", status), nowNs);
    }

    /** Whom we called is on the line. */
    void answered(long nowNs) {
        if (plan != null) {
            answered = true;
            heardUntilNs = nowNs;
            writer.sipStatus(200);
            effects.note("dial", "answered");
            ledger.dialled(Map.of("dial", 200), nowNs);
        }
    }

    /** Takes 20 ms of the far end, with the speech score of the detector. */
    void frame(short[] pcm, int samples, float score, long nowNs) {
        if (answered) {
            heardUntilNs = nowNs;
            hear(pcm, samples, score, nowNs);
        }
    }

    /** Lets time pass. */
    void tick(long nowNs) {
        while (answered && nowNs - heardUntilNs >= LATE_NS) {
            heardUntilNs += FRAME_NS;
            hear(silence, silence.length, 0, nowNs);
        }
    }

    private void hear(short[] pcm, int samples, float score, long nowNs) {
        AnsweredBy who = classifier.frame(pcm, samples, score, speaking.getAsBoolean());
        if (who != null) {
            decided(who, nowNs);
        } else if (messageDue && (classifier.beeped() || classifier.silentMs() >= GREETING_OVER_MS)) {
            messageDue = false;
            message.leave(plan.voicemailMessage(), nowNs);
        }
    }

    private void decided(AnsweredBy who, long nowNs) {
        writer.answeredBy(who);
        effects.note("answered-by", who.wireName());
        ledger.dialled(Map.of("answeredBy", who.wireName()), nowNs);
        if (who == AnsweredBy.FAX && plan.leavesFax()) {
            effects.end(EndCause.FAX, nowNs);
        } else if (who == AnsweredBy.VOICEMAIL) {
            if (plan.leavesVoicemail()) {
                effects.end(EndCause.VOICEMAIL, nowNs);
            } else {
                messageDue = !plan.voicemailMessage().isEmpty();
                if (messageDue) {
                    message.listen();
                }
            }
        }
    }
}
