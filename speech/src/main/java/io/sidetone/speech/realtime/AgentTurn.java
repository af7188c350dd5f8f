package io.sidetone.speech.realtime;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import io.sidetone.speech.voice.TurnCredit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/**
 * One turn of the agent: its responses, and the clauses into which the call has cut their text, each with its share of
 * the audio.
 *
 * <p>A clause is found in the text of the responses by its letters. A clause that is not there is a sentence of the
 * call itself and gets its own response. The end of a clause in the audio is estimated ({@link Reply#boundary}). All
 * audio is passed on once and in order: a wrong estimate moves a caption, not a sound. When the next clause is not
 * known yet and playout would run dry, the present clause gets more audio. Event loop only.
 */
final class AgentTurn {
    private static final int MOST_CLAUSES = 512;

    /** Length of audio in playout below which the clause is extended, so that the caller does not wait. */
    private static final int DRY_MS = 120;

    private static final int MORE_MS = 100;

    /** The audio that is kept for later clauses while more may come: each clause needs some. */
    private static final int KEPT_MS = 40;

    private static final int SHORTEST_MS = 20;

    final long token;

    /** The model's responses in this turn, in order. */
    final List<Reply> replies = new ArrayList<>();

    /** Actions without a result, and actions whose result the model has received. */
    final Set<String> outstanding = new HashSet<>();

    final Set<String> answered = new HashSet<>();
    private final Set<String> functionCalls = new HashSet<>();

    /** True when the turn's input is already part of the conversation. */
    boolean asked;

    /** True when the call has ended the turn. */
    boolean ended;

    int malformed;

    /** True when a response of it is complete. */
    boolean responded;

    private final RealtimeCall call;
    private final WireFormat format;
    private final List<Clause> clauses = new ArrayList<>();
    private final List<Delivered> delivered = new ArrayList<>();
    private int head;
    private int replyAt;
    private int charAt;
    private TurnCredit credit = TurnCredit.NONE;
    private long publishedSamples;
    private long playedOutNs;
    private boolean waking;

    AgentTurn(RealtimeCall call, long token) {
        this.call = call;
        this.token = token;
        this.format = call.settings().format();
    }

    /** A clause and the position of its audio in its response; negative while unknown. */
    private static final class Clause {
        final int index;
        final String text;
        Reply reply;
        final int to;
        long from = -1;
        WordTimes words;
        boolean exact;
        long askedNs;

        /** True when its response broke off in this clause. */
        boolean cut;

        Clause(int index, String text, Reply reply, int to) {
            this.index = index;
            this.text = text;
            this.reply = reply;
            this.to = to;
        }
    }

    /** Audio that was passed on: {@code samples} samples of a response, from position {@code from}. */
    private record Delivered(Reply reply, long from, int samples) {}

    void credited(TurnCredit granted) {
        credit = granted;
    }

    boolean dead() {
        return ended || call.dead(token);
    }

    /** Returns whether any part of the turn is under way or being played. */
    boolean going() {
        return !dead() && (head < clauses.size() || !outstanding.isEmpty() || unfinished() || !clauses.isEmpty());
    }

    private boolean unfinished() {
        for (Reply reply : replies) {
            if (!reply.finished) {
                return true;
            }
        }
        return false;
    }

    /** The model called a function, and sends nothing before it has the result. */
    void actionRequested(String callId) {
        functionCalls.add(callId);
    }

    boolean requested(String callId) {
        return functionCalls.contains(callId);
    }

    void bind(Reply reply) {
        reply.turn = this;
        replies.add(reply);
    }

    void replace(Reply old, Reply fresh) {
        replies.replaceAll(reply -> reply == old ? fresh : reply);
        for (Clause clause : clauses) {
            if (clause.reply == old) {
                clause.reply = fresh;
            }
        }
    }

    /** Returns all text of the model in this turn. */
    String text() {
        StringBuilder all = new StringBuilder();
        for (Reply reply : replies) {
            all.append(all.length() == 0 ? "" : " ")
                    .append(reply.text.toString().strip());
        }
        return all.toString().strip();
    }

    /** Forgets the items: the service's session that knew them has ended. */
    void forgetItems() {
        replies.forEach(reply -> reply.items.clear());
    }

    boolean cuttable() {
        return replies.stream().anyMatch(reply -> !reply.items.isEmpty());
    }

    // ---- clauses ----------------------------------------------------------------------------------------------------

    void speak(int index, String text) {
        if (dead()) {
            call.meters().synthesizer().lateDropped.increment();
            return;
        }
        if (clauses.size() >= MOST_CLAUSES) {
            call.voiceFailed(token, index, new EngineFailure("rejected", MOST_CLAUSES + " clauses in one turn", false));
            return;
        }
        call.meters().synthesizer().requests.increment();
        call.meters().synthesizer().characters.add(text.length());
        Clause clause = ofModel(index, text);
        if (clause == null) {
            call.talk().discardUnclaimed();
            String key = call.nextKey();
            Reply own = new Reply(key, ClientEvents.sentence(key, text, false), false, false);
            own.turn = this;
            clause = new Clause(index, text, own, Integer.MAX_VALUE);
            clauses.add(clause);
            call.replies().order(own);
        } else {
            clauses.add(clause);
        }
        clause.askedNs = call.nowNs();
        pump();
    }

    /** Returns the clause as a part of the model's text, or null when it is not part of it. */
    private Clause ofModel(int index, String text) {
        int at = replyAt;
        int from = charAt;
        while (at < replies.size() && replies.get(at).endsAt(from) && at + 1 < replies.size()) {
            at++;
            from = 0;
        }
        if (at >= replies.size()) {
            return null;
        }
        Reply reply = replies.get(at);
        int to = follow(reply.text, from, text);
        if (to < 0) {
            return null;
        }
        replyAt = at;
        charAt = to;
        return new Clause(index, text, reply, to);
    }

    /**
     * Returns where {@code clause} ends in {@code said} after {@code from}, compared letter by letter; −1 when it is
     * not there.
     */
    private static int follow(CharSequence said, int from, String clause) {
        int at = from;
        for (int i = 0; i < clause.length(); i++) {
            char c = clause.charAt(i);
            if (Character.isWhitespace(c)) {
                continue;
            }
            while (at < said.length() && Character.isWhitespace(said.charAt(at))) {
                at++;
            }
            if (at >= said.length() || said.charAt(at) != c) {
                return -1;
            }
            at++;
        }
        return at;
    }

    // ---- audio ------------------------------------------------------------------------------------------------------

    /** Publishes the audio that credit and clauses allow. */
    void pump() {
        while (head < clauses.size() && !dead()) {
            Clause clause = clauses.get(head);
            if (!publish(clause, clause.reply)) {
                return;
            }
            clause.reply.textAt = Math.min(clause.to, clause.reply.text.length());
            clause.reply.audioAt = clause.reply.audio.read();
            head++;
            if (clause.cut) {
                call.meters().synthesizer().failures.increment();
                call.voiceFailed(token, clause.index, clause.reply.failure);
            } else {
                call.meters().synthesizer().whole(call.nowNs() - clause.askedNs);
                call.voiceDone(token, clause.index);
            }
        }
    }

    /** Publishes the available and allowed audio of a clause; returns whether the clause is complete. */
    private boolean publish(Clause clause, Reply reply) {
        if (clause.from < 0) {
            clause.from = reply.audio.read();
        }
        boolean whole = !reply.announced || reply.finished && reply.endsAt(clause.to);
        long limit = whole ? Long.MAX_VALUE : limit(clause, reply);
        long there = reply.audio.end() - (whole || reply.finished ? 0 : (long) KEPT_MS * format.bytesPerMs());
        deliver(clause, reply, Math.min(limit, there), limit);
        long at = reply.audio.read();
        if (reply.finished && reply.audio.end() - at < format.bytesPerSample) {
            clause.cut = reply.broken() && at < limit;
            return true;
        }
        if (at < limit) {
            return false;
        }
        if (reply.finished || head + 1 < clauses.size()) {
            return true;
        }
        goOn(clause, reply, there);
        return false;
    }

    private long limit(Clause clause, Reply reply) {
        if (reply.finished) {
            return reply.boundary(clause.to, call.pace(), format);
        }
        long least = clause.from + (long) SHORTEST_MS * format.bytesPerMs();
        return Math.max(least, reply.boundary(clause.to, call.pace(), format));
    }

    /** Extends a clause that has ended while the next is not known and playout would run dry. */
    private void goOn(Clause clause, Reply reply, long there) {
        long leftMs = (playedOutNs - call.nowNs()) / 1_000_000;
        if (leftMs <= DRY_MS) {
            long more = reply.audio.read() + (long) MORE_MS * format.bytesPerMs();
            deliver(clause, reply, Math.min(more, there), Long.MAX_VALUE);
            leftMs = (playedOutNs - call.nowNs()) / 1_000_000;
        }
        if (reply.audio.read() < there && !waking) {
            waking = true;
            call.loop()
                    .schedule(
                            () -> {
                                waking = false;
                                pump();
                            },
                            Math.max(SHORTEST_MS, leftMs - DRY_MS),
                            TimeUnit.MILLISECONDS);
        }
    }

    private void deliver(Clause clause, Reply reply, long until, long limit) {
        while (!dead()) {
            long samples = (until - reply.audio.read()) / format.bytesPerSample;
            long allowed = call.speaks() ? credit.grantedMs() * format.sampleRateHz / 1_000 - publishedSamples : 0;
            int count = (int) Math.min(samples, Math.min(allowed, format.sampleRateHz / 1_000 * PcmChunk.MAX_MS));
            boolean crumbs = count < samples && count < format.sampleRateHz / 1_000 * SHORTEST_MS;
            if (count <= 0 || crumbs) {
                return;
            }
            WordTimes words = words(clause, reply, limit);
            delivered.add(new Delivered(reply, reply.audio.read(), count));
            PcmChunk chunk = new PcmChunk(format.sampleRateHz, reply.audio.take(format, count), 0, count, words);
            publishedSamples += count;
            long nowNs = call.nowNs();
            long lengthNs = count * 1_000_000_000L / format.sampleRateHz;
            playedOutNs = Math.max(playedOutNs, nowNs) + lengthNs;
            call.voiceAudio(token, clause.index, chunk);
        }
    }

    /** Word times come with the first piece, and again when the exact length of the clause is known. */
    private WordTimes words(Clause clause, Reply reply, long limit) {
        if (clause.words != null && (clause.exact || !reply.finished)) {
            return null;
        }
        clause.exact = reply.finished;
        clause.words = SpeakingRate.spread(clause.text, lengthMs(clause, reply, limit));
        return clause.words;
    }

    private long lengthMs(Clause clause, Reply reply, long limit) {
        long until = limit != Long.MAX_VALUE ? limit : reply.finished ? reply.audio.end() : -1;
        return until < 0
                ? Math.max((long) call.pace().ms(clause.text.length()), SHORTEST_MS)
                : (until - clause.from) / format.bytesPerMs();
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Cancels the turn: nothing more of it is needed. */
    void cancel() {
        for (Reply reply : replies) {
            call.replies().cancel(reply);
        }
        for (Clause clause : clauses.subList(head, clauses.size())) {
            call.replies().cancel(clause.reply);
            call.meters().synthesizer().cancelled.increment();
        }
        release();
    }

    /** Frees the audio of a turn that is not played any more; positions stay. */
    void release() {
        head = clauses.size();
        replies.forEach(reply -> reply.audio.drop());
    }

    /**
     * Reports to {@code cut}, for every item that the caller did not hear to its end, how much of it the caller heard,
     * in ms.
     *
     * @param heardMs heard part of the turn's audio
     */
    void cutAt(long heardMs, ObjLongConsumer<String> cut) {
        long[] heardTo = new long[replies.size()];
        long left = heardMs * format.sampleRateHz / 1_000;
        for (Delivered piece : delivered) {
            long samples = Math.min(left, piece.samples());
            int reply = replies.indexOf(piece.reply());
            if (reply >= 0 && samples > 0) {
                heardTo[reply] = piece.from() + samples * format.bytesPerSample;
            }
            left -= samples;
        }
        for (int i = 0; i < heardTo.length; i++) {
            cut(replies.get(i), heardTo[i], cut);
        }
    }

    private void cut(Reply reply, long heardTo, ObjLongConsumer<String> cut) {
        long end = reply.audio.end();
        for (int i = 0; i < reply.items.size(); i++) {
            Reply.Item item = reply.items.get(i);
            long until = i + 1 < reply.items.size() ? reply.items.get(i + 1).from() : end;
            boolean complete = reply.finished && !reply.cancelled && heardTo >= until;
            if (!complete) {
                long bytes = Math.max(0, Math.min(heardTo, until) - item.from());
                cut.accept(item.id(), bytes / format.bytesPerMs());
            }
        }
    }
}
