package io.sidetone.tools.softphone.measure;

import io.sidetone.tools.softphone.wire.PlayedSound;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurements of one call on the wire. Times are milliseconds since the answer, unless stated otherwise; null for
 * events that did not happen.
 *
 * @param answerMs from the INVITE to its answer
 * @param firstAgentAudioMs first voiced packet of the agent; below 0 for early media
 * @param agentTalk when the agent spoke
 * @param plays the caller's sounds in order
 * @param packetsIn RTP packets that arrived
 * @param packetsLost RTP packets that did not arrive
 * @param pacing how late the agent's packets arrived, compared to their timestamps; null when none arrived
 */
public record CallReport(
        double answerMs,
        Double firstAgentAudioMs,
        List<Span> agentTalk,
        List<Play> plays,
        long packetsIn,
        long packetsLost,
        Percentiles pacing) {
    private static final double NS_PER_MS = 1_000_000;

    /** Copies the lists. */
    public CallReport {
        agentTalk = List.copyOf(agentTalk);
        plays = List.copyOf(plays);
    }

    /** From the first voiced packet to the last. */
    public record Span(double fromMs, double toMs) {}

    /**
     * One sound of the caller.
     *
     * @param file its name
     * @param onsetMs its first audible packet
     * @param endMs its last audible packet
     * @param onsetToLastAgentPacketMs from the onset to the last voiced packet of the agent's talk at that time; null
     *     when the agent was silent
     * @param endToNextAgentMs from the end to the agent's next voiced packet; null when the agent talked past the end,
     *     or the caller spoke again first
     */
    public record Play(
            String file, Double onsetMs, Double endMs, Double onsetToLastAgentPacketMs, Double endToNextAgentMs) {}

    /**
     * Measures one call.
     *
     * @param inviteNs when the INVITE was sent
     * @param answeredNs when the answer arrived
     */
    public static CallReport of(long inviteNs, long answeredNs, AgentStream agent, List<PlayedSound> sounds) {
        List<VoicedStretch> talks = VoicedStretch.of(agent);
        List<Span> spans = talks.stream()
                .map(talk -> new Span(ms(talk.fromNs(), answeredNs), ms(talk.toNs(), answeredNs)))
                .toList();
        List<Play> plays = new ArrayList<>();
        for (int i = 0; i < sounds.size(); i++) {
            long nextOnsetNs = nextOnset(sounds, i);
            plays.add(play(sounds.get(i), nextOnsetNs, talks, answeredNs));
        }
        return new CallReport(
                ms(answeredNs, inviteNs),
                spans.isEmpty() ? null : spans.get(0).fromMs(),
                spans,
                plays,
                agent.packets().size(),
                PacketLoss.of(agent),
                Percentiles.ofNs(Pacing.latenessNs(agent)));
    }

    private static long nextOnset(List<PlayedSound> sounds, int i) {
        for (PlayedSound later : sounds.subList(i + 1, sounds.size())) {
            if (later.audible()) {
                return later.onsetNs();
            }
        }
        return Long.MAX_VALUE;
    }

    private static Play play(PlayedSound sound, long nextOnsetNs, List<VoicedStretch> talks, long answeredNs) {
        if (!sound.audible()) {
            return new Play(sound.file(), null, null, null, null);
        }
        Double toLast = null;
        Double toNext = null;
        boolean talkedOver = false;
        for (VoicedStretch talk : talks) {
            if (talk.covers(sound.onsetNs())) {
                toLast = ms(talk.toNs(), sound.onsetNs());
            }
            talkedOver |= talk.covers(sound.endNs());
            boolean follows = talk.fromNs() > sound.endNs() && talk.fromNs() < nextOnsetNs;
            if (follows && toNext == null && !talkedOver) {
                toNext = ms(talk.fromNs(), sound.endNs());
            }
        }
        return new Play(sound.file(), ms(sound.onsetNs(), answeredNs), ms(sound.endNs(), answeredNs), toLast, toNext);
    }

    private static double ms(long ns, long sinceNs) {
        return (ns - sinceNs) / NS_PER_MS;
    }
}
