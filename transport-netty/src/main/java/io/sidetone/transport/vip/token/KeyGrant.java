package io.sidetone.transport.vip.token;

/**
 * Right that a key gives its bearer: to open one session.
 *
 * @param agent name of the only agent it may talk to; null for any
 * @param userId who the bearer is, as the application knows it; empty when it did not say
 * @param locale language of the bearer; empty when the application did not say
 */
public record KeyGrant(String agent, String userId, String locale) {
    /** One session with anybody's agent, by anybody. */
    public static final KeyGrant ANY = new KeyGrant(null, "", "");
}
