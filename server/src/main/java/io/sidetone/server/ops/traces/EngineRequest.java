package io.sidetone.server.ops.traces;

/** The requests to one engine under one token, as far as known. Trace thread only. */
final class EngineRequest {
    final Step.Asked engine;
    final long token;
    final long askedNs;
    long audioEndedNs;
    long firstNs;
    long lastNs;
    long audioMs;
    long characters;
    int parts;
    int open;
    boolean cancelled;
    String failure = "";

    EngineRequest(Step.Asked engine, long token, long askedNs) {
        this.engine = engine;
        this.token = token;
        this.askedNs = askedNs;
        this.lastNs = askedNs;
    }

    boolean recognizer() {
        return engine.role().equals("recognizer");
    }

    boolean dialogue() {
        return engine.role().equals("dialogue");
    }

    /** Takes a step that names this engine and this token. */
    void take(Step step) {
        switch (step.kind()) {
            case ENGINE_ASKED -> {
                parts++;
                open++;
                characters += step.amount();
            }
            case ENGINE_AUDIO_ENDED -> {
                audioEndedNs = step.atNs();
                audioMs = step.amount();
            }
            case ENGINE_FIRST -> firstNs = firstNs == 0 ? step.atNs() : firstNs;
            case ENGINE_DONE -> {
                open--;
                audioMs = Math.max(audioMs, step.amount());
            }
            case ENGINE_FAILED -> {
                open--;
                failure = (String) step.ref();
            }
            default -> {
                if (open <= 0) {
                    return;
                }
                open = 0;
                cancelled = true;
            }
        }
        lastNs = Math.max(lastNs, step.atNs());
    }
}
