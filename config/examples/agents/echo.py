# An agent of your own for Sidetone, or for Twilio's ConversationRelay: it repeats what the caller says.
#   pip install websockets && python3 echo.py 8765
# In the configuration: engines: {mine: {type: relay, url: "ws://127.0.0.1:8765"}}, and dialogue: mine in an agent.
import asyncio
import json
import sys

import websockets


async def answer(socket, words):
    """Yours goes here: ask a model, and pass its tokens on as they come."""
    for token in ["You said: ", *(word + " " for word in words.split())]:
        await socket.send(json.dumps({"type": "text", "token": token, "last": False}))
    await socket.send(json.dumps({"type": "text", "token": "", "last": True}))
    if "goodbye" in words.lower():
        await socket.send(json.dumps({"type": "end", "handoffData": "the caller said goodbye"}))


async def call(socket, path=None):
    answering = None
    async for data in socket:
        message = json.loads(data)
        if message["type"] == "setup":
            print(f"call {message['callSid']} from {message['from']} to {message['to']}", flush=True)
        elif message["type"] == "prompt" and message.get("last", True):
            print(f"heard: {message['voicePrompt']}", flush=True)
            answering = asyncio.create_task(answer(socket, message["voicePrompt"]))
        elif message["type"] == "dtmf":
            print(f"key: {message['digit']}", flush=True)  # One of several, perhaps: gather them before you answer.
        elif message["type"] == "interrupt":
            if answering:
                answering.cancel()
            print(f"interrupted after: {message['utteranceUntilInterrupt']}", flush=True)
        elif message["type"] == "error":
            print(f"error: {message['description']}", flush=True)


async def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8765
    async with websockets.serve(call, "127.0.0.1", port) as server:
        print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await asyncio.Future()


asyncio.run(main())
