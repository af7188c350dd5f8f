package io.sidetone.config;

import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.value.CallTargets;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.List;

/**
 * Calls that are placed.
 *
 * @param allow whom POST /api/calls may call: beginnings of numbers, or URIs as in transfer-to; empty for nobody
 * @param perHour calls that may be placed within an hour
 * @param ringTimeout how long a call may stay unanswered
 * @param earlyMedia whether sound before the answer is heard
 * @param redirects how often a call follows a 3xx
 * @param onVoicemail whether a call goes on when a voicemail answers
 * @param voicemailMessage said after its tone; empty for none
 * @param onFax whether a call goes on when a fax machine answers
 */
@Section("Calls that POST /api/calls places, over a trunk with to.")
public record OutboundConfig(
        @Rule(CallTargets.class)
                @Key(
                        unit = "numbers and URIs",
                        why =
                                "Whom POST /api/calls may call, and where a 3xx may send such a call: beginnings of numbers"
                                        + " as +4930, or URIs with * before the @, or the word any. Nobody by default, because a"
                                        + " call costs money and whoever has the token could have any number called.",
                        example = "[\"+49\", \"sip:*@192.0.2.7\"]")
                List<String> allow,
        @Key(
                        unit = "calls",
                        why =
                                "Calls that this server places within an hour, those of transfers and of REFER among them; the"
                                        + " next POST /api/calls is answered 429. Counted anew after a restart.",
                        min = 1,
                        max = 1_000_000,
                        byDefault = "100")
                int perHour,
        @Key(
                        why = "A call that nobody answers for so long is cancelled.",
                        min = 1_000,
                        max = 600_000,
                        byDefault = "60s")
                Duration ringTimeout,
        @Key(
                        why = "Whether sound from before the answer (183 with a session description) reaches the call:"
                                + " announcements of the network, for instance. The agent does not speak before the answer"
                                + " in any case.",
                        words = {"ignore", "hear"},
                        byDefault = "ignore")
                String earlyMedia,
        @Key(
                        unit = "redirects",
                        why =
                                "How often a call goes where a 302 sends it; only to whom allow lists, over the same trunk.",
                        min = 0,
                        max = 10,
                        byDefault = "3")
                int redirects,
        @Key(
                        why =
                                "What a call does when a voicemail answers, which is decided from the sound: talk goes on, and"
                                        + " says voicemail-message after the tone where there is one; hang-up ends the call.",
                        words = {"talk", "hang-up"},
                        byDefault = "talk")
                String onVoicemail,
        @Key(
                        unit = "text",
                        why =
                                "Said after the tone of a voicemail, or when its greeting is over; then the call ends. Without"
                                        + " it the agent talks to a voicemail as to anybody.",
                        byDefault = "")
                String voicemailMessage,
        @Key(
                        why = "What a call does when a fax machine answers (its tone, ITU-T T.30).",
                        words = {"talk", "hang-up"},
                        byDefault = "hang-up")
                String onFax) {
    /** Copies the list. */
    public OutboundConfig {
        allow = List.copyOf(allow);
    }
}
