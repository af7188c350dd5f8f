package io.sidetone.config.stream;

import io.sidetone.config.binding.Section;

/**
 * The section {@code streams}: a component for each dialect, by its name in the file. What a dialect's record holds reaches
 * its code by the names of the keys ({@link StreamConfig}), so the keys of a tenth dialect
 * are a record and a line here. docs/carriers.md has its other steps.
 */
@Section(
        "Calls that come as a media stream to /media/NAME in place of SIP. Where a dialect has no secret, only loopback is"
                + " served, and with http.public-url nothing.")
public record StreamDialects(
        CarrierStreams.Twilio twilio,
        CarrierStreams.Telnyx telnyx,
        CarrierStreams.Plivo plivo,
        CarrierStreams.SignalWire signalwire,
        CarrierStreams.Exotel exotel,
        SwitchStreams.Asterisk asterisk,
        SwitchStreams.AudioSocket audiosocket,
        SwitchStreams.FreeSwitch freeswitch,
        SwitchStreams.Vonage vonage) {}
