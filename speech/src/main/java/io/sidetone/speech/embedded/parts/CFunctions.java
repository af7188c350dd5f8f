package io.sidetone.speech.embedded.parts;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens C libraries whose functions have Java names here: {@code psGetHyp} is {@code ps_get_hyp}.
 *
 * <p>An opened library stays open: JNA unloads a library without references, and frees with it the data that others
 * point to.
 */
public final class CFunctions {
    private static final FunctionMapper SNAKE_CASE = (library, method) -> snakeCase(method.getName());
    private static final Map<String, NativeLibrary> OPENED = new ConcurrentHashMap<>();

    private CFunctions() {}

    /**
     * Opens {@code library}, as for {@code Native.register}. Throws a {@link LinkageError} when it is not installed.
     */
    public static NativeLibrary of(String library) {
        return OPENED.computeIfAbsent(
                library, name -> NativeLibrary.getInstance(name, Map.of(Library.OPTION_FUNCTION_MAPPER, SNAKE_CASE)));
    }

    static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder(name.length() + 8);
        for (char c : name.toCharArray()) {
            if (Character.isUpperCase(c)) {
                snake.append('_');
            }
            snake.append(Character.toLowerCase(c));
        }
        return snake.toString();
    }
}
