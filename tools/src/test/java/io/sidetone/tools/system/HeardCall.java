package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.frame.Level;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import java.util.List;

/** Calls that are known by whom they call, and whether both sides heard each other, at 8 kHz. */
final class HeardCall {
    static final int RATE_HZ = 8_000;
    private static final int FRAME = RATE_HZ / 50;

    private HeardCall() {}

    /** What a caller says. */
    static short[] speech() throws IOException {
        CallerSound said = new RecordedSpeech().utterance(0);
        short[] pcm = new short[said.frames() * said.frameSamples()];
        short[] frame = new short[said.frameSamples()];
        for (int i = 0; i < said.frames(); i++) {
            said.copyFrame(i, frame);
            System.arraycopy(frame, 0, pcm, i * frame.length, frame.length);
        }
        return pcm;
    }

    /** {@code pcm} with silence before it. */
    static short[] after(int seconds, short[] pcm) {
        short[] later = new short[seconds * RATE_HZ + pcm.length];
        System.arraycopy(pcm, 0, later, seconds * RATE_HZ, pcm.length);
        return later;
    }

    /** The call to {@code user}, alive or ended; null while there is none. */
    static String find(ServerProcess server, String user) {
        try {
            for (String path : List.of("/api/calls", "/api/calls?state=ended")) {
                for (JsonNode call :
                        new ObjectMapper().readTree(server.get(path).body()).path("calls")) {
                    if (call.path("to").asText().startsWith("sip:" + user + "@")) {
                        return call.path("callId").asText();
                    }
                }
            }
            return null;
        } catch (Exception notYet) {
            return null;
        }
    }

    static String awaitCall(ServerProcess server, String user) throws InterruptedException {
        server.await("a call to " + user, 20, () -> find(server, user) != null);
        return find(server, user);
    }

    static JsonNode awaitEnd(ServerProcess server, String id) throws Exception {
        server.await("the end of " + id, 30, () -> !server.body("/api/calls").contains(id));
        return detail(server, id);
    }

    static JsonNode detail(ServerProcess server, String id) throws Exception {
        return new ObjectMapper().readTree(server.detail(id));
    }

    /** Whether the agent has answered what the caller said. */
    static boolean answered(ServerProcess server, String id) {
        boolean asked = false;
        try {
            for (JsonNode said : detail(server, id).path("history")) {
                boolean caller = said.path("role").asText().equals("user");
                if (asked && !caller) {
                    return true;
                }
                asked |= caller;
            }
            return false;
        } catch (Exception notYet) {
            return false;
        }
    }

    /** What RTCP of both sides says; -1 before. */
    static double roundTripMs(ServerProcess server, String id) {
        return ServerProcess.quietly(() -> new ObjectMapper()
                .readTree(server.detail(id))
                .at("/metrics/roundTripMs")
                .asDouble(-1));
    }

    /** Frames with sound from {@code fromS} on. */
    static int audible(short[] pcm, int fromS, int toS) {
        int frames = 0;
        for (int at = fromS * RATE_HZ; at + FRAME <= Math.min(pcm.length, toS * RATE_HZ); at += FRAME) {
            frames += Level.isAgentAudio(pcm, at, FRAME) ? 1 : 0;
        }
        return frames;
    }
}
