package io.sidetone.core.dialogue;

import java.util.Arrays;
import java.util.Set;

/**
 * Check of whether words end in the middle of a number that people say in groups, with pauses between them: of a card, a telephone, an
 * account, a date of birth; in English and German. A rule of thumb: what was said before the digits, or asked for, says how many there are.
 * One digit too many to wait for costs a moment, one too few cuts the caller off.
 */
public final class SpokenNumbers {
    private static final int CARD_DIGITS = 15;
    private static final int PHONE_DIGITS = 10;
    private static final int IBAN_DIGITS = 20;
    private static final int BIRTH_DIGITS = 6;
    private static final int GROUP_DIGITS = 4;

    /** So many single digits in a row are no amount and no time, but a number that is dictated. */
    private static final int DICTATED_DIGITS = 3;

    private static final Set<String> CARD = listed(
            "card, cards, visa, mastercard, amex, karte, kreditkarte, kartennummer, kreditkartennummer, ec-karte");
    private static final Set<String> IBAN = listed("iban, kontonummer, bankverbindung");
    private static final Set<String> PHONE =
            listed("phone, telephone, mobile, cell, cellphone, callback, telefon, telefonnummer, handy, handynummer, "
                    + "mobilnummer, rufnummer, rückrufnummer");
    private static final Set<String> BIRTH = listed("birth, birthday, born, geburtsdatum, geburtstag, geboren");
    private static final Set<String> NUMBER =
            listed("number, code, pin, account, nummer, kundennummer, bestellnummer, rechnungsnummer, vertragsnummer");
    private static final Set<String> SHORT =
            listed("room, house, table, flat, floor, seat, gate, people, line, bus, zimmer, haus, tisch, linie, gleis");

    private static final Set<String> UNITS = listed(
            "zero, oh, o, one, two, three, four, five, six, seven, eight, nine, null, eins, ein, zwei, zwo, drei, "
                    + "vier, fünf, sechs, sieben, acht, neun");
    private static final Set<String> TENS = listed("twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety");
    private static final Set<String> TEENS = listed(
            "ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, zehn, elf, "
                    + "zwölf, dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn");
    private static final Set<String> MULTIPLIED = listed("double, triple, doppel, plus");

    private static final Set<String> MONTHS =
            listed("january, february, march, april, may, june, july, august, september, october, november, december, "
                    + "januar, februar, märz, mai, juni, juli, oktober, dezember");
    private static final Set<String> ORDINALS = listed("first, second, third");
    private static final Set<String> CENTURIES =
            listed("nineteen, twenty, neunzehnhundert, zweitausend, zweitausendund");

    private SpokenNumbers() {}

    private static Set<String> listed(String words) {
        return Set.of(words.split(", "));
    }

    /**
     * Returns whether {@code said} ends in the middle of a number.
     *
     * @param said what the caller has said in this turn, {@link Phrases#normal normalized}
     * @param asked what the agent said last, normalized
     */
    public static boolean goOn(String said, String asked) {
        String[] words = said.split(" ");
        if (said.isEmpty() || MULTIPLIED.contains(words[words.length - 1])) {
            return !said.isEmpty();
        }
        int from = words.length;
        while (from > 0 && number(words[from - 1])) {
            from--;
        }
        String[] before = Arrays.copyOf(words, from);
        String[] question = asked.split(" ");
        if (has(before, BIRTH) || has(question, BIRTH) && !has(before, NUMBER)) {
            return dateGoesOn(words, from);
        }
        if (from > 0 && from < words.length && CENTURIES.contains(words[words.length - 1])) {
            return dated(words[from - 1]);
        }
        int digits = digits(words, from);
        return digits > 0 && digits < due(before, question, words, from, digits);
    }

    /** Returns how many digits the number has at least; 0 where they are no number of that kind. */
    private static int due(String[] before, String[] question, String[] words, int from, int digits) {
        for (String[] context : new String[][] {before, question}) {
            if (has(context, IBAN)) {
                return IBAN_DIGITS;
            }
            if (has(context, CARD)) {
                return CARD_DIGITS;
            }
            if (has(context, PHONE)) {
                return PHONE_DIGITS;
            }
            if (has(context, SHORT)) {
                return 0;
            }
            if (has(context, NUMBER)) {
                return GROUP_DIGITS;
            }
        }
        return dictated(words, from, digits) ? PHONE_DIGITS : 0;
    }

    /** Returns whether the digits are said one by one, or begin as a telephone number does. */
    private static boolean dictated(String[] words, int from, int digits) {
        boolean marked = words[from].startsWith("0") && digits > 1
                || Arrays.stream(words, from, words.length).anyMatch(MULTIPLIED::contains);
        boolean groups = words.length - from > 1
                && Arrays.stream(words, from, words.length).allMatch(word -> word.matches("\\d{3,4}"));
        return marked || groups || digits >= DICTATED_DIGITS && words.length - from == digits;
    }

    private static boolean dateGoesOn(String[] words, int from) {
        String last = words[words.length - 1];
        if (from == words.length) {
            return dated(last);
        }
        boolean month = from > 0 && dated(words[from - 1]);
        int digits = digits(words, from);
        boolean year = digits >= GROUP_DIGITS || digits == 2 && !CENTURIES.contains(last);
        return month ? !year : digits < BIRTH_DIGITS;
    }

    private static boolean dated(String word) {
        return MONTHS.contains(word) || ordinal(word);
    }

    private static boolean ordinal(String word) {
        return ORDINALS.contains(word)
                || word.matches("\\d{1,2}(st|nd|rd|th)|.*(eenth|ieth|fourth|ifth|ixth|venth|ighth|ninth|tenth|elfth)")
                || word.matches(
                        "(ers|zwei|drit|vier|fünf|sechs|sieb|sieben|ach|neun|elf|zwölf|.*zehn|.+zigs|.+ßigs)te[rn]?");
    }

    private static boolean number(String word) {
        return size(word) > 0 || MULTIPLIED.contains(word);
    }

    private static int size(String word) {
        if (word.chars().allMatch(Character::isDigit)) {
            return word.length();
        }
        if (UNITS.contains(word)) {
            return 1;
        }
        boolean two = TENS.contains(word) || TEENS.contains(word) || CENTURIES.contains(word);
        return two || word.endsWith("zig") || word.endsWith("dreißig") ? 2 : 0;
    }

    private static int digits(String[] words, int from) {
        int digits = 0;
        for (int i = from; i < words.length; i++) {
            boolean unitBehind = i + 1 < words.length && TENS.contains(words[i]) && UNITS.contains(words[i + 1]);
            digits += unitBehind || MULTIPLIED.contains(words[i]) ? 1 : size(words[i]);
        }
        return digits;
    }

    private static boolean has(String[] words, Set<String> some) {
        return Arrays.stream(words).anyMatch(some::contains);
    }
}
