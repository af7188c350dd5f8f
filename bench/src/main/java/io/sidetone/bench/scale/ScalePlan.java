package io.sidetone.bench.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Plan of what a run measures.
 *
 * @param calls numbers of calls, rising
 * @param arms what is compared
 * @param rounds of each number of calls, one more goes before and does not count
 * @param seconds of a turn
 * @param warmupS of a turn of the first round
 * @param restS how long ended calls rest before memory is measured
 * @param srtp whether calls are encrypted
 */
record ScalePlan(List<Integer> calls, List<Arm> arms, int rounds, int seconds, int warmupS, int restS, boolean srtp) {
    /** The ports of more calls do not fit side by side below those that the system gives away. */
    static final int MOST_CALLS = 1_900;

    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_SECONDS = 3_600;

    /**
     * Checks what stands on the command line.
     *
     * @throws IllegalArgumentException when something is wrong; the message says how it is written
     */
    static ScalePlan of(String calls, String arms, int rounds, int seconds, int warmupS, int restS, boolean srtp) {
        range("--rounds", rounds, 1, MOST_ROUNDS);
        range("--seconds", seconds, 1, MOST_SECONDS);
        range("--warmup", warmupS, 1, MOST_SECONDS);
        range("--rest", restS, 0, MOST_SECONDS);
        return new ScalePlan(numbers(calls), arms(arms), rounds, seconds, warmupS, restS, srtp);
    }

    private static void range(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    option + " " + value + ": a whole number from " + least + " to " + most + " belongs there");
        }
    }

    private static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            boolean number = part.matches("[0-9]{1,6}");
            int calls = number ? Integer.parseInt(part) : 0;
            if (calls < 1 || calls > MOST_CALLS) {
                throw new IllegalArgumentException(
                        "--calls " + text + ": '" + part + "' is no number of calls from 1 to " + MOST_CALLS
                                + "; write numbers with commas between them, such as --calls 50,200,800");
            }
            if (!numbers.isEmpty() && calls <= numbers.get(numbers.size() - 1)) {
                throw new IllegalArgumentException("--calls " + text + ": " + calls
                        + " is not more than the number before it; write rising numbers, such as --calls 50,200,800");
            }
            numbers.add(calls);
        }
        return List.copyOf(numbers);
    }

    private static List<Arm> arms(String text) {
        List<Arm> arms = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Arm arm = Arrays.stream(Arm.values())
                    .filter(one -> one.toString().equals(part.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("--arms " + text + ": '" + part
                            + "' is no arm; there are "
                            + Arrays.stream(Arm.values()).map(Arm::toString).collect(Collectors.joining(", "))
                            + ", with commas between them"));
            if (arms.contains(arm)) {
                throw new IllegalArgumentException(
                        "--arms " + text + ": " + arm + " is named twice; name each arm once");
            }
            arms.add(arm);
        }
        if (arms.contains(Arm.AGAIN) && !arms.contains(Arm.SIDETONE)) {
            throw new IllegalArgumentException(
                    "--arms " + text + ": again is the server a second time and needs sidetone; name it, too");
        }
        return List.copyOf(arms);
    }

    int mostCalls() {
        return calls.get(calls.size() - 1);
    }
}
