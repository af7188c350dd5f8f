package io.sidetone.core.dialogue;

import java.util.Arrays;
import java.util.Set;

/**
 * What the agent's last question asks for, in English and German, and how much words look like the whole answer to it. A rule of thumb,
 * not learnt: the weights say which way the odds move, and the words' own evidence ({@link SentenceWords}) is added. Immutable.
 */
public enum AskedFor {
    /** Nothing that is known: no question, an open one, or one that the caller did not hear to its end. */
    ANYTHING,
    /** Agreement or refusal: "Is that right?" */
    YES_OR_NO,
    /** Digits: "What is your order number?" People pause between groups of them. */
    NUMBER,
    /** A day: "When would you like to come?" */
    DAY,
    /** What the call is about: "How can I help you?" A greeting is no answer to that. */
    REQUEST;

    private static final float WHOLE = 2f;
    private static final float PROBABLY_WHOLE = 1f;
    private static final float PROBABLY_MORE = -1.2f;

    /** Somebody who says a number says at least so many digits of it in one go. */
    private static final int GROUP_DIGITS = 4;

    private static final Set<String> VERBS =
            listed("do, does, did, is, are, were, am, can, could, will, would, shall, should, may, have, has, "
                    + "had, don't, doesn't, didn't, isn't, aren't, won't, shouldn't, ist, sind, war, waren, haben, "
                    + "hat, möchten, wollen, soll, sollen, kann, können, darf, dürfen, werden, wird, stimmt, passt, "
                    + "sollte, würden, hätten, brauchen");

    private static final Set<String> TAGS =
            listed("right, correct, okay, ok, yes, isn't it, richtig, korrekt, oder, ja, in ordnung");

    private static final Set<String> ORDERS =
            listed("can you, could you, would you, will you, may i have, can i have, could i have, can i get, "
                    + "können sie, könnten sie, würden sie");

    private static final Set<String> TELLING =
            listed("tell, give, say, have, get, spell, repeat, share, confirm, sagen, nennen, geben, wiederholen, "
                    + "durchgeben");

    private static final Set<String> NUMBERS =
            listed("number, code, pin, zip, postcode, digits, nummer, postleitzahl, ziffern, rufnummer, "
                    + "telefonnummer, kundennummer, bestellnummer, rechnungsnummer, vertragsnummer, kontonummer");

    private static final Set<String> DAYS = listed("when, day, date, birthday, wann, tag, datum, geburtsdatum, termin");

    private static final Set<String> OFFERS =
            listed("can i help, may i help, can i do for you, can we help, may we help, are you calling about, "
                    + "helfen, für sie tun, rufen sie an");

    private static final Set<String> ANSWERS =
            listed("yes, yeah, yep, yup, no, nope, nah, sure, okay, ok, correct, right, exactly, absolutely, "
                    + "definitely, certainly, please, thanks, thank, you, of, course, that's, it, is, that, fine, "
                    + "not, really, i, do, don't, ja, nein, nö, genau, richtig, stimmt, das, gerne, gern, bitte, "
                    + "danke, natürlich, klar, jawohl, doch, sicher, in, ordnung, passt");

    private static final Set<String> AGREEING =
            listed("yes, yeah, yep, yup, no, nope, nah, sure, okay, ok, correct, right, exactly, absolutely, "
                    + "definitely, certainly, course, fine, ja, nein, nö, genau, richtig, stimmt, gerne, gern, "
                    + "natürlich, klar, jawohl, doch, sicher, ordnung, passt");

    private static final Set<String> GREETINGS =
            listed("hello, hi, hey, there, good, morning, afternoon, evening, yes, hallo, guten, tag, morgen, "
                    + "abend, grüß, gott, servus, moin, ja");

    private static final Set<String> NAMED_DAYS =
            listed("monday, tuesday, wednesday, thursday, friday, saturday, sunday, today, tomorrow, tonight, "
                    + "montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, heute, morgen, übermorgen");

    private static final Set<String> MONTHS =
            listed("january, february, march, april, may, june, july, august, september, october, november, "
                    + "december, januar, februar, märz, mai, juni, juli, oktober, dezember");

    private static final Set<String> BEFORE_A_MONTH = listed("the, of, on, am, den, der, dem, vom");

    private static Set<String> listed(String phrases) {
        return Set.of(phrases.split(", "));
    }

    /** Returns what the last sentence of {@code heard} asks for, as far as the caller heard the agent. */
    public static AskedFor of(String heard) {
        if (!SentenceEnd.asks(heard)) {
            return ANYTHING;
        }
        String question = Phrases.normal(lastSentence(heard.strip()));
        String[] words = question.split(" ");
        boolean verbFirst = VERBS.contains(words[0]);
        boolean order = ORDERS.stream().anyMatch(question::startsWith) && has(words, TELLING);
        if (verbFirst && !order || TAGS.stream().anyMatch(tag -> (' ' + question).endsWith(' ' + tag))) {
            return YES_OR_NO;
        }
        if (OFFERS.stream().anyMatch(question::contains)) {
            return REQUEST;
        }
        return has(words, NUMBERS) ? NUMBER : has(words, DAYS) ? DAY : ANYTHING;
    }

    private static String lastSentence(String text) {
        int at = text.length() - 1;
        while (at > 0 && !Character.isLetterOrDigit(text.charAt(at))) {
            at--;
        }
        while (at > 0 && ".!?\n".indexOf(text.charAt(at - 1)) < 0) {
            at--;
        }
        return text.substring(at);
    }

    /**
     * Returns the evidence of {@code words}, {@link Phrases#normal normalized}, as a logarithm of odds: positive for the whole answer,
     * negative for the beginning of one, 0 where the question tells nothing about them.
     */
    public float logOdds(String words) {
        String[] all = words.split(" ");
        return switch (this) {
            case ANYTHING -> 0;
            case YES_OR_NO -> only(all, ANSWERS) && has(all, AGREEING) ? WHOLE : 0;
            case NUMBER -> {
                int digits = SentenceEnd.digitsAtEnd(all);
                yield digits > 0 && digits < GROUP_DIGITS ? PROBABLY_MORE : 0;
            }
            case DAY -> day(all);
            case REQUEST -> only(all, GREETINGS) ? PROBABLY_MORE : 0;
        };
    }

    private static float day(String[] words) {
        String last = words[words.length - 1];
        boolean named = NAMED_DAYS.contains(last);
        boolean date = MONTHS.contains(last) && words.length > 1 && !BEFORE_A_MONTH.contains(words[words.length - 2])
                || MONTHS.contains(last) && words.length > 2;
        if (named || date) {
            return PROBABLY_WHOLE;
        }
        return BEFORE_A_MONTH.contains(last) || words.length > 1 && BEFORE_A_MONTH.contains(words[words.length - 2])
                ? PROBABLY_MORE
                : 0;
    }

    private static boolean has(String[] words, Set<String> some) {
        return Arrays.stream(words).anyMatch(some::contains);
    }

    private static boolean only(String[] words, Set<String> some) {
        return Arrays.stream(words).allMatch(some::contains);
    }
}
