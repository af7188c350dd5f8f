package io.sidetone.transport.carrier.hook;

/** Writes the answer that sends a call to a media stream. Stateless. */
@FunctionalInterface
public interface StreamAnswer {
    /** Longest value of a header that accepts only letters and digits. */
    int LONGEST_PLAIN = 64;

    /**
     * Writes the answer.
     *
     * @param url address of the stream
     * @param from the caller
     * @param to the called number
     */
    String to(String url, String from, String to);

    /** TwiML: Connect and Stream. */
    static StreamAnswer twiml() {
        return (url, from, to) -> stream(from, to, "url", url);
    }

    /**
     * cXML of SignalWire: TwiML with the token that the stream must carry.
     *
     * @param token empty for none
     * @param format format in the notation of the configuration
     */
    static StreamAnswer cxml(String token, String format) {
        String codec = format.startsWith("PCMU") ? "" : format.replace('/', '@') + "h";
        return (url, from, to) -> stream(from, to, "url", url, "codec", codec, "authBearerToken", token);
    }

    /**
     * TeXML of Telnyx.
     *
     * @param format format in the notation of the configuration
     */
    static StreamAnswer texml(String format) {
        int slash = format.indexOf('/');
        return (url, from, to) -> stream(
                from,
                to,
                "url",
                url,
                "track",
                "inbound_track",
                "bidirectionalMode",
                "rtp",
                "bidirectionalCodec",
                format.substring(0, slash),
                "bidirectionalSamplingRate",
                format.substring(slash + 1));
    }

    private static String stream(String from, String to, String... attributes) {
        XmlWriter markup = new XmlWriter().open("Response").open("Connect").open("Stream", attributes);
        parameter(markup, "from", from);
        parameter(markup, "to", to);
        return markup.close("Stream")
                .close("Connect")
                .empty("Hangup")
                .close("Response")
                .toString();
    }

    /** Skips a parameter without a value, which would be an error in the answer. */
    private static void parameter(XmlWriter markup, String name, String value) {
        if (!value.isEmpty()) {
            markup.empty("Parameter", "name", name, "value", value);
        }
    }

    /**
     * Plivo XML, whose headers accept only letters and digits.
     *
     * @param format format in the notation of the configuration
     */
    static StreamAnswer plivo(String format) {
        String type = (format.startsWith("PCMU") ? "audio/x-mulaw" : "audio/x-l16") + ";rate="
                + format.substring(format.indexOf('/') + 1);
        return (url, from, to) -> new XmlWriter()
                .open("Response")
                .open(
                        "Stream",
                        "bidirectional",
                        "true",
                        "keepCallAlive",
                        "true",
                        "contentType",
                        type,
                        "extraHeaders",
                        headers(plain(from), plain(to)))
                .text(url)
                .close("Stream")
                .empty("Hangup")
                .close("Response")
                .toString();
    }

    private static String headers(String from, String to) {
        String both = (from.isEmpty() ? "" : "from=" + from + ",") + (to.isEmpty() ? "" : "to=" + to + ",");
        return both.isEmpty() ? both : both.substring(0, both.length() - 1);
    }

    private static String plain(String value) {
        String plain = value.replaceAll("[^A-Za-z0-9]", "");
        return plain.substring(0, Math.min(LONGEST_PLAIN, plain.length()));
    }
}
