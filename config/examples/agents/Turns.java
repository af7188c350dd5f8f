// An agent of your own for Sidetone in one file of Java, without a library: a request for each turn, its answer streamed as text.
//   java Turns.java 8766
// In the configuration: engines: {mine: {type: relay, url: "http://127.0.0.1:8766"}}, and dialogue: mine in an agent.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Turns {
    /** Yours goes here: ask a model, and write its tokens as they come. A JSON library reads a turn better than this. */
    static void answer(String turn, OutputStream out) throws IOException {
        String words = member(turn, "voicePrompt");
        for (String token : ("You said: " + (words.isEmpty() ? "key " + member(turn, "digit") : words)).split("(?<= )")) {
            out.write(token.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    static String member(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    static void turn(HttpExchange exchange) throws IOException {
        try (exchange) {
            String turn = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            System.out.println("call " + member(turn, "callSid") + " from " + member(turn, "from"));
            if (turn.contains("\"interrupt\":")) {
                System.out.println("interrupted after: " + member(turn, "utteranceUntilInterrupt"));
            }
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            answer(turn, exchange.getResponseBody());
        } catch (IOException theCallerTookTheFloor) {
            System.out.println("hung up");
        }
    }

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 8766;
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Turns::turn);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println("listening on 127.0.0.1:" + server.getAddress().getPort());
    }
}
