# An agent of your own for Sidetone without a WebSocket and without a library: a request for each turn, its answer streamed.
#   python3 turns.py 8766
# In the configuration: engines: {mine: {type: relay, url: "http://127.0.0.1:8766"}}, and dialogue: mine in an agent.
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def answer(turn):
    """Yours goes here: ask a model, and yield its tokens as they come. turn["history"] is what was said before."""
    words = turn.get("voicePrompt") or f"key {turn.get('digit')}"
    yield "You said: "
    for word in words.split():
        yield word + " "


class Agent(BaseHTTPRequestHandler):
    def do_POST(self):
        turn = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        print(f"call {turn['callSid']} from {turn['from']} to {turn['to']}", flush=True)
        if "interrupt" in turn:
            print(f"interrupted after: {turn['interrupt']['utteranceUntilInterrupt']}", flush=True)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()
        try:
            for token in answer(turn):
                self.say({"type": "text", "token": token})
            if "goodbye" in turn.get("voicePrompt", "").lower():
                self.say({"type": "end", "handoffData": "the caller said goodbye"})
        except ConnectionError:
            pass  # The caller took the floor.

    def say(self, message):
        self.wfile.write(json.dumps(message).encode() + b"\n")
        self.wfile.flush()

    def log_message(self, *ignored):
        pass


port = int(sys.argv[1]) if len(sys.argv) > 1 else 8766
server = ThreadingHTTPServer(("127.0.0.1", port), Agent)
print(f"listening on 127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
