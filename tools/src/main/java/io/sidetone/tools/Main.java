package io.sidetone.tools;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.boot.Serve;
import io.sidetone.server.ops.logging.Logging;
import io.sidetone.tools.command.CallRunner;
import io.sidetone.tools.command.Commands;
import io.sidetone.tools.command.FirstSteps;
import io.sidetone.tools.command.ServeRunner;
import io.sidetone.tools.softphone.Softphone;
import io.sidetone.transport.loop.LeakDetection;
import io.sidetone.transport.tls.Renegotiation;
import java.io.PrintWriter;

/** The entry point: {@code java -jar sidetone.jar COMMAND}. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        callReflectedMembersDirectly();
        Renegotiation.refuse();
        LeakDetection.offByDefault();
        if (args.length > 0 && args[0].equals("serve")) {
            Logging.startInBackground();
        }
        ConfigLoader loader = new ConfigLoader(ConfigEnvironment.system());
        int code = new Commands(loader, serve(), call())
                .run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args);
        System.exit(code);
    }

    /**
     * Keeps the JVM from making bytecode for each constructor and accessor that reflection calls. A start calls some thousand of them once;
     * a call that goes on calls none. JVMs from 22 on know the property, others ignore it.
     */
    private static void callReflectedMembersDirectly() {
        if (System.getProperty("jdk.reflect.useNativeAccessorOnly") == null) {
            System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
        }
    }

    /**
     * Made when it is run: a command that serves nothing loads neither the server nor its logging. Whatever the server still had to say is
     * written before the process ends.
     */
    private static ServeRunner serve() {
        return (config, again, out, err) -> {
            try {
                return new Serve(FirstSteps::ofAPerson).serve(config, again, out, err);
            } finally {
                Logging.flush();
            }
        };
    }

    private static CallRunner call() {
        return (options, out, err) -> new Softphone().call(options, out, err);
    }
}
