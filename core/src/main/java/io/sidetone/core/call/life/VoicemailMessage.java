package io.sidetone.core.call.life;

import io.sidetone.core.conversation.Conversation;

/** Message that the agent of a call of ours leaves on a voicemail, said by its conversation. Lane thread only. */
final class VoicemailMessage implements Dialling.Message {
    private final Conversation conversation;

    VoicemailMessage(Conversation conversation) {
        this.conversation = conversation;
    }

    @Override
    public void listen() {
        conversation.hearOut();
    }

    @Override
    public void leave(String text, long nowNs) {
        conversation.leave(text, nowNs);
    }
}
