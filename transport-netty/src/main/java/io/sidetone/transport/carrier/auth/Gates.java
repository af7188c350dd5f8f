package io.sidetone.transport.carrier.auth;

import java.util.Map;
import java.util.Optional;

/** The gate of each carrier. Without a secret, whoever is not on this machine is refused. */
public final class Gates {
    private static final long NONCES_KEPT_SECONDS = 3_600;

    private Gates() {}

    /** Twilio: one signature for webhooks and upgrades, over {@code wss://} for the latter. */
    public static CarrierGate twilio(Optional<String> authToken, Optional<PublicUrl> url) {
        Optional<TwilioSignature> signature = authToken.map(TwilioSignature::new);
        String header = "X-Twilio-Signature";
        return new CarrierGate() {
            @Override
            public Refusal upgrade(CarrierRequest request, long epochSeconds) {
                return signed(signature, url, "streams.twilio.auth-token", header, request, true);
            }

            @Override
            public Refusal webhook(CarrierRequest request, long epochSeconds) {
                return signed(signature, url, "streams.twilio.auth-token", header, request, false);
            }
        };
    }

    /** SignalWire: a bearer token for streams, Twilio's signature under another name for webhooks. */
    public static CarrierGate signalWire(Optional<String> token, Optional<String> signingKey, Optional<PublicUrl> url) {
        Optional<Credentials> bearer = token.map(Credentials::bearer);
        Optional<TwilioSignature> signature = signingKey.map(TwilioSignature::new);
        return new CarrierGate() {
            @Override
            public Refusal upgrade(CarrierRequest request, long epochSeconds) {
                return authorized(bearer, "streams.signalwire.token", request);
            }

            @Override
            public Refusal webhook(CarrierRequest request, long epochSeconds) {
                String own = "X-SignalWire-Signature";
                String header = request.header(own).isEmpty() ? "X-Twilio-Signature" : own;
                return signed(signature, url, "streams.signalwire.signing-key", header, request, false);
            }
        };
    }

    /** Telnyx: a bearer token or a ticket for streams, Ed25519 for webhooks. */
    public static CarrierGate telnyx(
            Optional<String> token, Optional<String> publicKey, Optional<StreamTicket> tickets) {
        Optional<Credentials> bearer = token.map(Credentials::bearer);
        Optional<TelnyxSignature> signature = publicKey.map(TelnyxSignature::new);
        NonceCache seen = new NonceCache(2 * TelnyxSignature.TOLERANCE_SECONDS);
        return new CarrierGate() {
            @Override
            public Refusal upgrade(CarrierRequest request, long epochSeconds) {
                String ticket = request.parameter(StreamTicket.PARAMETER);
                boolean redeemed = !ticket.isEmpty()
                        && tickets.isPresent()
                        && tickets.get().redeem(ticket, request.path(), epochSeconds);
                return redeemed ? null : authorized(bearer, "streams.telnyx.token", request);
            }

            @Override
            public Refusal webhook(CarrierRequest request, long epochSeconds) {
                if (signature.isEmpty()) {
                    return request.local() ? null : Refusal.notConfigured("streams.telnyx.public-key");
                }
                String timestamp = request.header("telnyx-timestamp");
                String given = request.header("telnyx-signature-ed25519");
                if (!TelnyxSignature.fresh(timestamp, epochSeconds)) {
                    return new Refusal(403, "telnyx-timestamp is missing or more than five minutes from now");
                }
                if (!signature.get().valid(given, timestamp, request.body())) {
                    return new Refusal(403, "telnyx-signature-ed25519 does not fit streams.telnyx.public-key");
                }
                return seen.first(given, epochSeconds) ? null : new Refusal(403, "this webhook was answered already");
            }
        };
    }

    /** Plivo: version 3 of its signature for both; a nonce is good once. */
    public static CarrierGate plivo(Optional<String> authToken, Optional<PublicUrl> url) {
        Optional<PlivoSignature> signature = authToken.map(PlivoSignature::new);
        NonceCache streams = new NonceCache(NONCES_KEPT_SECONDS);
        NonceCache webhooks = new NonceCache(NONCES_KEPT_SECONDS);
        return new CarrierGate() {
            @Override
            public Refusal upgrade(CarrierRequest request, long epochSeconds) {
                return signed(request, streams, epochSeconds);
            }

            @Override
            public Refusal webhook(CarrierRequest request, long epochSeconds) {
                return signed(request, webhooks, epochSeconds);
            }

            private Refusal signed(CarrierRequest request, NonceCache nonces, long epochSeconds) {
                if (signature.isEmpty() || url.isEmpty()) {
                    return request.local() ? null : Refusal.notConfigured("streams.plivo.auth-token");
                }
                String nonce = request.header("X-Plivo-Signature-V3-Nonce");
                String given = request.header("X-Plivo-Signature-V3") + "," + request.header("X-Plivo-Signature-Ma-V3");
                String address = url.get().http(request.path());
                if (nonce.isEmpty() || !signature.get().valid(given, nonce, address, request.query(), request.form())) {
                    return new Refusal(403, "X-Plivo-Signature-V3 does not fit " + address);
                }
                return nonces.first(nonce, epochSeconds) ? null : new Refusal(403, "this nonce was used already");
            }
        };
    }

    /** Exotel: a user and a password for streams; it sends no webhook. */
    public static CarrierGate exotel(Optional<String> user, Optional<String> password) {
        Optional<Credentials> basic = user.flatMap(name -> password.map(secret -> Credentials.basic(name, secret)));
        return new CarrierGate() {
            @Override
            public Refusal upgrade(CarrierRequest request, long epochSeconds) {
                return authorized(basic, "streams.exotel.password", request);
            }

            @Override
            public Refusal webhook(CarrierRequest request, long epochSeconds) {
                return upgrade(request, epochSeconds);
            }
        };
    }

    private static Refusal signed(
            Optional<TwilioSignature> signature,
            Optional<PublicUrl> url,
            String key,
            String header,
            CarrierRequest request,
            boolean upgrade) {
        if (signature.isEmpty() || url.isEmpty()) {
            return request.local() ? null : Refusal.notConfigured(key);
        }
        String address = upgrade ? url.get().ws(request.target()) : url.get().http(request.target());
        boolean valid = signature.get().valid(request.header(header), address, upgrade ? Map.of() : request.form());
        return valid
                ? null
                : new Refusal(403, header + " does not fit " + address + "; compare http.public-url and " + key);
    }

    private static Refusal authorized(Optional<Credentials> credentials, String key, CarrierRequest request) {
        if (credentials.isEmpty()) {
            return request.local() ? null : Refusal.notConfigured(key);
        }
        return credentials.get().valid(request.header("Authorization"))
                ? null
                : new Refusal(401, "the Authorization header is missing or does not fit " + key);
    }
}
