package io.sidetone.transport.carrier.auth;

import java.util.Map;
import java.util.Optional;

/**
 * The gate of each carrier. Without a secret, only requests of this machine pass. A ticket limits the time of a request
 * whose signature does not (the streams of Twilio and Plivo).
 */
public final class SignatureVerifiers {
    private static final long NONCES_KEPT_SECONDS = 3_600;
    /** No dot: a nonce with a dot could contain the end of the signed parameters, and so pass for another nonce. */
    private static final String NONCE = "[^.]{1,128}";

    private SignatureVerifiers() {}

    /**
     * Twilio: one signature for webhooks and upgrades. The signature of an upgrade covers {@code wss://}, and the
     * upgrade also carries a ticket.
     */
    public static CarrierGate twilio(
            Optional<String> authToken, Optional<PublicUrl> url, Optional<StreamTicket> tickets) {
        Optional<TwilioSignature> signature = authToken.map(TwilioSignature::new);
        String header = "X-Twilio-Signature";
        String key = "streams.twilio.auth-token";
        boolean known = signature.isPresent() && url.isPresent();
        return new Parts(
                (request, now) -> {
                    Refusal refusal = signed(signature, url, key, header, request, true);
                    return refusal != null || !known ? refusal : ticket(tickets, request, now);
                },
                (request, now) -> signed(signature, url, key, header, request, false),
                known,
                known);
    }

    /** SignalWire: a bearer token for streams, Twilio's signature under another name for webhooks. */
    public static CarrierGate signalWire(Optional<String> token, Optional<String> signingKey, Optional<PublicUrl> url) {
        Optional<Credentials> bearer = token.map(Credentials::bearer);
        Optional<TwilioSignature> signature = signingKey.map(TwilioSignature::new);
        return new Parts(
                (request, now) -> authorized(bearer, "streams.signalwire.token", request),
                (request, now) -> {
                    String own = "X-SignalWire-Signature";
                    String header = request.header(own).isEmpty() ? "X-Twilio-Signature" : own;
                    return signed(signature, url, "streams.signalwire.signing-key", header, request, false);
                },
                bearer.isPresent(),
                signature.isPresent() && url.isPresent());
    }

    /** Telnyx: a bearer token or a ticket for streams, Ed25519 for webhooks. */
    public static CarrierGate telnyx(
            Optional<String> token, Optional<String> publicKey, Optional<StreamTicket> tickets) {
        Optional<Credentials> bearer = token.map(Credentials::bearer);
        Optional<TelnyxSignature> signature = publicKey.map(TelnyxSignature::new);
        NonceCache seen = new NonceCache(2 * TelnyxSignature.TOLERANCE_SECONDS);
        return new Parts(
                (request, now) -> tickets.isPresent() && tickets.get().redeem(request.path(), now)
                        ? null
                        : authorized(bearer, "streams.telnyx.token", request),
                (request, now) -> signed(signature, seen, request, now),
                bearer.isPresent(),
                signature.isPresent());
    }

    private static Refusal signed(
            Optional<TelnyxSignature> signature, NonceCache seen, CarrierRequest request, long now) {
        if (signature.isEmpty()) {
            return unknown("streams.telnyx.public-key", request);
        }
        String timestamp = request.header("telnyx-timestamp");
        if (!TelnyxSignature.fresh(timestamp, now)) {
            return new Refusal(403, "telnyx-timestamp is missing or more than five minutes from now");
        }
        byte[] given = TelnyxSignature.decoded(request.header("telnyx-signature-ed25519"));
        if (!signature.get().valid(given, timestamp, request.body())) {
            return new Refusal(403, "telnyx-signature-ed25519 does not fit streams.telnyx.public-key");
        }
        return seen.first(given, now) ? null : new Refusal(403, "this webhook was answered already");
    }

    /** Plivo: version 3 of its signature for both. A nonce is valid once, and streams also carry a ticket. */
    public static CarrierGate plivo(
            Optional<String> authToken, Optional<PublicUrl> url, Optional<StreamTicket> tickets) {
        Optional<PlivoSignature> signature = authToken.map(PlivoSignature::new);
        NonceCache streams = new NonceCache(NONCES_KEPT_SECONDS);
        NonceCache webhooks = new NonceCache(NONCES_KEPT_SECONDS);
        boolean known = signature.isPresent() && url.isPresent();
        return new Parts(
                (request, now) -> {
                    Refusal refusal = signed(signature, url, streams, request, now);
                    return refusal != null || !known ? refusal : ticket(tickets, request, now);
                },
                (request, now) -> signed(signature, url, webhooks, request, now),
                known,
                known);
    }

    private static Refusal signed(
            Optional<PlivoSignature> signature,
            Optional<PublicUrl> url,
            NonceCache nonces,
            CarrierRequest request,
            long now) {
        if (signature.isEmpty() || url.isEmpty()) {
            return unknown("streams.plivo.auth-token", request);
        }
        String nonce = request.header("X-Plivo-Signature-V3-Nonce");
        String given = request.header("X-Plivo-Signature-V3") + "," + request.header("X-Plivo-Signature-Ma-V3");
        String address = url.get().http(request.path());
        if (!nonce.matches(NONCE) || !signature.get().valid(given, nonce, address, request.query(), request.form())) {
            return new Refusal(403, "X-Plivo-Signature-V3 does not fit " + address);
        }
        return nonces.first(nonce, now) ? null : new Refusal(403, "this nonce was used already");
    }

    /** Exotel: a user and a password for streams; Exotel sends no webhook. */
    public static CarrierGate exotel(Optional<String> user, Optional<String> password) {
        Optional<Credentials> basic = user.flatMap(name -> password.map(secret -> Credentials.basic(name, secret)));
        Part both = (request, now) -> authorized(basic, "streams.exotel.password", request);
        return new Parts(both, both, basic.isPresent(), basic.isPresent());
    }

    private static Refusal signed(
            Optional<TwilioSignature> signature,
            Optional<PublicUrl> url,
            String key,
            String header,
            CarrierRequest request,
            boolean upgrade) {
        if (signature.isEmpty() || url.isEmpty()) {
            return unknown(key, request);
        }
        String address = upgrade ? url.get().ws(request.target()) : url.get().http(request.target());
        boolean valid = signature.get().valid(request.header(header), address, upgrade ? Map.of() : request.form());
        return valid
                ? null
                : new Refusal(403, header + " does not fit " + address + "; compare http.public-url and " + key);
    }

    private static Refusal ticket(Optional<StreamTicket> tickets, CarrierRequest request, long now) {
        return tickets.isEmpty() || tickets.get().redeem(request.path(), now)
                ? null
                : new Refusal(
                        403,
                        "the address carries no ticket that is good now; let the answer of the webhook /hooks/CARRIER/answer"
                                + " name the stream, once for each call");
    }

    private static Refusal authorized(Optional<Credentials> credentials, String key, CarrierRequest request) {
        if (credentials.isEmpty()) {
            return unknown(key, request);
        }
        return credentials.get().valid(request.header("Authorization"))
                ? null
                : new Refusal(401, "the Authorization header is missing or does not fit " + key);
    }

    private static Refusal unknown(String key, CarrierRequest request) {
        return request.local() ? null : Refusal.notConfigured(key);
    }

    /** Checks one kind of request. */
    @FunctionalInterface
    private interface Part {
        Refusal refusal(CarrierRequest request, long epochSeconds);
    }

    /** A gate that consists of two parts. */
    private record Parts(Part streams, Part webhooks, boolean knowsStreams, boolean knowsWebhooks)
            implements CarrierGate {
        @Override
        public Refusal upgrade(CarrierRequest request, long epochSeconds) {
            return streams.refusal(request, epochSeconds);
        }

        @Override
        public Refusal webhook(CarrierRequest request, long epochSeconds) {
            return webhooks.refusal(request, epochSeconds);
        }
    }
}
