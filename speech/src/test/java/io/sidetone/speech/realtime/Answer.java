package io.sidetone.speech.realtime;

import java.util.ArrayList;
import java.util.List;

/** What the service answers to one {@code response.create}, step by step. */
public final class Answer {
    /** Sent one after the other, each {@code afterMs} behind the one before. */
    public record Step(int afterMs, String words, int audioMs, String callId, String function, String arguments) {}

    public final List<Step> steps = new ArrayList<>();
    public String status = "completed";
    public String errorCode = "";
    public int createdAfterMs;
    public boolean hangs;
    public boolean dropsAtEnd;
    public int oddBytes;

    private Answer() {}

    public static Answer silent() {
        return new Answer();
    }

    /** Words first, then their audio, word by word, 60 ms for each character, {@code stepMs} apart. */
    public static Answer say(String text, int stepMs) {
        Answer answer = new Answer();
        for (String word : text.split("(?<= )")) {
            answer.steps.add(new Step(stepMs, word, 0, "", "", ""));
            answer.steps.add(new Step(0, "", word.length() * 60, "", "", ""));
        }
        return answer;
    }

    public Answer words(String text) {
        steps.add(new Step(0, text, 0, "", "", ""));
        return this;
    }

    public Answer audio(int ms) {
        steps.add(new Step(0, "", ms, "", "", ""));
        return this;
    }

    public Answer call(String callId, String function, String arguments) {
        steps.add(new Step(0, "", 0, callId, function, arguments));
        return this;
    }

    public Answer status(String value) {
        status = value;
        return this;
    }

    public Answer failed(String code) {
        status = "failed";
        errorCode = code;
        return this;
    }

    public Answer hanging() {
        hangs = true;
        return this;
    }

    public Answer dropping() {
        dropsAtEnd = true;
        return this;
    }

    public Answer odd() {
        oddBytes = 1;
        return this;
    }

    public Answer createdAfter(int ms) {
        createdAfterMs = ms;
        return this;
    }
}
