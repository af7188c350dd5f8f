package io.sidetone.speech.chat;

import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.KeyHeader;

/** Who answers: Azure speaks OpenAI's protocol, at another path and with the key in another header. */
enum ChatEngine {
    OPENAI(ChatProvider.OPENAI),
    AZURE(ChatProvider.OPENAI),
    ANTHROPIC(ChatProvider.ANTHROPIC),
    GEMINI(ChatProvider.GEMINI);

    final ChatProvider provider;

    ChatEngine(ChatProvider provider) {
        this.provider = provider;
    }

    ChatService serve(LoopbackServer server) {
        return this == AZURE
                ? new OpenAiService(server, "/openai/v1/chat/completions").credential("api-key", ChatService.KEY)
                : ChatService.of(provider, server);
    }

    KeyHeader header() {
        return this == AZURE ? KeyHeader.API_KEY : KeyHeader.BEARER;
    }

    /** How many events an answer has before its first piece of text is out. */
    int firstPiece() {
        return switch (provider) {
            case OPENAI -> 2;
            case ANTHROPIC -> 4;
            case GEMINI -> 1;
        };
    }
}
