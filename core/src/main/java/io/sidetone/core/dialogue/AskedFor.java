package io.sidetone.core.dialogue;

import java.util.Arrays;
import java.util.Set;

/**
 * Kinds of answers that the agent's last question asks for, in English and German, and how much words look like the whole answer to it. A
 * rule of thumb, not learnt: the weights say which way the odds move, and the words' own evidence ({@link SentenceWords}) is added.
 * Immutable.
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
    /** A day with its year: "What is your date of birth?" */
    DATE_OF_BIRTH,
    /** Subject that the call is about: "How can I help you?" A greeting is no answer to that. */
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

    /** A question about what the caller may do that asks for the thing itself. */
    private static final Set<String> ORDERS =
            listed("can you, could you, would you, will you, may i, can i, could i, might i, können sie, könnten sie, "
                    + "würden sie, darf ich, dürfte ich, kann ich, könnte ich");

    private static final Set<String> TELLING =
            listed("tell, give, say, have, get, take, ask, spell, repeat, share, confirm, sagen, nennen, geben, "
                    + "wiederholen, durchgeben, buchstabieren, erfahren, fragen, bitten");

    /** A question whether there is something, where a yes is followed by the thing itself. */
    private static final Set<String> POSSESSION =
            listed("do you have, do you know, have you got, is there, haben sie, wissen sie, gibt es");

    private static final Set<String> NUMBERS =
            listed("number, code, pin, zip, postcode, digits, nummer, postleitzahl, ziffern, rufnummer, "
                    + "telefonnummer, kundennummer, bestellnummer, rechnungsnummer, vertragsnummer, kontonummer");

    /** Numbers that often have fewer digits than a group. */
    private static final Set<String> SHORT_NUMBERS =
            listed("room, house, table, flat, floor, seat, gate, people, guests, persons, of, zimmer, haus, tisch");

    private static final Set<String> BIRTH = listed("birth, birthday, born, geburtsdatum, geburtstag, geboren");

    private static final Set<String> CALENDAR = listed("day, date, tag, datum");

    private static final Set<String> DAYS = listed("when, wann, termin");

    private static final Set<String> TIMES = listed("time, uhr, uhrzeit, o'clock");

    private static final Set<String> NAMES = listed("name, names, address, email, namen, adresse, anschrift");

    private static final Set<String> OFFERS =
            listed("can i help, may i help, can i do for you, can we help, may we help, are you calling about, "
                    + "helfen, für sie tun, rufen sie an");

    private static final Set<String> AGREEING =
            listed("yes, yeah, yep, yup, no, nope, nah, sure, okay, ok, correct, right, exactly, absolutely, "
                    + "definitely, certainly, course, fine, ja, nein, nö, genau, richtig, stimmt, gerne, gern, "
                    + "natürlich, klar, jawohl, doch, sicher, ordnung, passt");

    /** Words that stand beside them in a whole answer. */
    private static final Set<String> BESIDE_AGREEING =
            listed("please, thanks, thank, you, of, that's, it, is, that, not, really, i, do, don't, das, bitte, "
                    + "danke, in");

    /** After these something follows, unless one of the whole answers ends with them. */
    private static final Set<String> DANGLING = listed("it, is, that, that's, i, you, not, of, das, in");

    private static final Set<String> WHOLE_ANSWERS =
            listed("thank you, yes it is, yeah it is, yes that is, that's it, it is not, that is not, do not");

    private static final Set<String> GREETINGS =
            listed("hello, hi, hey, there, good, morning, afternoon, evening, yes, hallo, guten, tag, morgen, "
                    + "abend, grüß, gott, servus, moin, ja");

    private static final Set<String> NAMED_DAYS =
            listed("monday, tuesday, wednesday, thursday, friday, saturday, sunday, today, tomorrow, tonight, "
                    + "mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, weekday, weekdays, "
                    + "weekend, weekends, morning, afternoon, evening, montag, dienstag, mittwoch, donnerstag, freitag, "
                    + "samstag, sonntag, heute, morgen, übermorgen, wochenende, vormittag, mittag, nachmittag, abend");

    private static final Set<String> MONTHS =
            listed("january, february, march, april, may, june, july, august, september, october, november, "
                    + "december, januar, februar, märz, mai, juni, juli, oktober, dezember");

    private static final Set<String> BEFORE_A_MONTH = listed("the, of, on, am, den, der, dem, vom");

    private static final Set<String> ORDINALS = listed("first, second, third");

    /** Digits that are other words, too: "I don't have one." */
    private static final Set<String> ALSO_WORDS = listed("one, oh, null");

    /** Years are said in two parts. */
    private static final Set<String> CENTURIES = listed("nineteen, neunzehnhundert, zweitausendund");

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
        boolean verbFirst = VERBS.contains(words[0]) && !asksForTheThing(question, words);
        if (verbFirst || TAGS.stream().anyMatch(tag -> (' ' + question).endsWith(' ' + tag))) {
            return YES_OR_NO;
        }
        if (OFFERS.stream().anyMatch(question::contains)) {
            return REQUEST;
        }
        if (has(words, BIRTH)) {
            return DATE_OF_BIRTH;
        }
        if (has(words, NUMBERS)) {
            return has(words, SHORT_NUMBERS) ? ANYTHING : NUMBER;
        }
        return !has(words, TIMES) && (has(words, DAYS) || has(words, CALENDAR)) ? DAY : ANYTHING;
    }

    /** Returns whether a question for yes or no wants more than that: "May I take your name?" */
    private static boolean asksForTheThing(String question, String[] words) {
        boolean thing = has(words, NUMBERS) || has(words, NAMES) || has(words, CALENDAR) || has(words, BIRTH);
        return begins(question, ORDERS) && (thing || has(words, TELLING)) || begins(question, POSSESSION) && thing;
    }

    private static boolean begins(String question, Set<String> some) {
        return some.stream().anyMatch(each -> question.startsWith(each + ' '));
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
     *
     * @param digitsExpected how many digits the answer should have; 1 or less: that is not known
     */
    public float logOdds(String words, int digitsExpected) {
        String[] all = words.split(" ");
        return switch (this) {
            case ANYTHING -> 0;
            case YES_OR_NO -> has(all, AGREEING) && agreesOnly(all) && !dangles(words, all) ? WHOLE : 0;
            case NUMBER -> number(all, digitsExpected > 1 ? digitsExpected : GROUP_DIGITS);
            case DAY -> day(all);
            case DATE_OF_BIRTH -> dateOfBirth(all);
            case REQUEST -> only(all, GREETINGS) ? PROBABLY_MORE : 0;
        };
    }

    private static boolean agreesOnly(String[] words) {
        return Arrays.stream(words).allMatch(word -> AGREEING.contains(word) || BESIDE_AGREEING.contains(word));
    }

    private static boolean dangles(String words, String[] all) {
        return DANGLING.contains(all[all.length - 1])
                && WHOLE_ANSWERS.stream().noneMatch(whole -> (' ' + words).endsWith(' ' + whole));
    }

    private static float number(String[] words, int wholeDigits) {
        int digits = SentenceEnd.digitsAtEnd(words);
        boolean word = digits == 1 && words.length > 1 && ALSO_WORDS.contains(words[words.length - 1]);
        return digits > 0 && digits < wholeDigits && !word ? PROBABLY_MORE : 0;
    }

    private static float day(String[] words) {
        String last = words[words.length - 1];
        String before = words.length > 1 ? words[words.length - 2] : "";
        boolean date =
                MONTHS.contains(last) && words.length > 1 && (words.length > 2 || !BEFORE_A_MONTH.contains(before));
        if (NAMED_DAYS.contains(last) || date) {
            return PROBABLY_WHOLE;
        }
        return BEFORE_A_MONTH.contains(last) || BEFORE_A_MONTH.contains(before) && ordinal(last) ? PROBABLY_MORE : 0;
    }

    private static float dateOfBirth(String[] words) {
        String last = words[words.length - 1];
        return MONTHS.contains(last) || CENTURIES.contains(last) || day(words) < 0 ? PROBABLY_MORE : 0;
    }

    private static boolean ordinal(String word) {
        return ORDINALS.contains(word)
                || Character.isDigit(word.charAt(0))
                || word.endsWith("th") && !word.equals("month")
                || word.endsWith("ten");
    }

    private static boolean has(String[] words, Set<String> some) {
        return Arrays.stream(words).anyMatch(some::contains);
    }

    private static boolean only(String[] words, Set<String> some) {
        return Arrays.stream(words).allMatch(some::contains);
    }
}
