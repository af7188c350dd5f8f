package io.sidetone.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelegatingIoHandlerTest {
    /** A method that Netty adds with a body of its own would compile, and not reach the handler inside. */
    @ParameterizedTest
    @CsvSource({
        "io.sidetone.transport.loop.DelegatingIoHandler, io.netty.channel.IoHandler, run",
        "io.sidetone.transport.loop.DelegatingIoHandler$Round, io.netty.channel.IoHandlerContext, ''"
    })
    void shouldPassOnEveryMethodOfNettys(String wrapper, String interfaceName, String left) throws Exception {
        List<String> passedOn = signatures(Class.forName(wrapper));
        List<String> wanted = signatures(Class.forName(interfaceName));
        assertThat(wanted).hasSizeGreaterThan(1);
        assertThat(passedOn)
                .containsAll(wanted.stream()
                        .filter(signature -> left.isEmpty() || !signature.startsWith(left + "("))
                        .toList());
    }

    private static List<String> signatures(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
                .map(DelegatingIoHandlerTest::signature)
                .toList();
    }

    private static String signature(Method method) {
        return method.getName() + "(" + Arrays.toString(method.getParameterTypes());
    }
}
