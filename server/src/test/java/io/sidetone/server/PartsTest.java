package io.sidetone.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.ws.WsRoute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsTest {
    private final List<String> told = new ArrayList<>();
    private final Parts parts = new Parts();

    private final class Named implements Part, CallObserver {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public List<String> lines() {
            return List.of("line of " + name);
        }

        @Override
        public List<String> problems() {
            return List.of("problem of " + name);
        }

        @Override
        public void bindTo(PrometheusMeterRegistry registry) {
            Counter.builder(name).register(registry).increment();
        }

        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof CallObserver.Ended) {
                told.add(name + " saw the end");
            }
        }

        @Override
        public void close() throws IOException {
            told.add(name + " closed");
            if (name.equals("broken")) {
                throw new IOException("the disk is full");
            }
        }
    }

    @Test
    void shouldCloseTheLastPartFirstWhenOneOfThemFails() {
        parts.add(new Named("store"));
        parts.add(new Named("broken"));
        parts.closing(() -> told.add("lanes closed"));
        parts.close();
        assertThat(told).containsExactly("lanes closed", "broken closed", "store closed");
    }

    @Test
    void shouldRefuseAnObserverWhenTheCallsHaveTheirs() {
        parts.add(new Named("store"));
        parts.observer();
        assertThatThrownBy(() -> parts.add(new Named("late")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Named is added too late and would see no call; add it before the calls are made");
        assertThatThrownBy(() -> parts.observing((call, event) -> {})).isInstanceOf(IllegalStateException.class);
        parts.add(new Part() {});
        parts.closing(() -> {});
    }

    @Test
    void shouldRefuseRoutesWhenTheWebServerHasItsOwn() {
        record Answering(List<Route> routes, List<WsRoute> sockets) implements Part {}
        Route route = Route.of("GET", "/late", request -> null);
        parts.add(new Answering(List.of(route), List.of()));
        assertThat(parts.routes()).containsExactly(route);
        assertThat(parts.sockets()).isEmpty();
        assertThatThrownBy(() -> parts.add(new Answering(List.of(route), List.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("would answer nobody; add it before the web server is opened");
        parts.add(new Answering(List.of(), List.of()));
    }

    @Test
    void shouldGatherWhatEachPartHasInTheirOrder() {
        parts.add(new Part() {});
        parts.add(new Named("store"));
        parts.closing(() -> {});
        parts.add(new Named("subscribers"));
        assertThat(parts.all(Part::lines)).containsExactly("line of store", "line of subscribers");
        assertThat(parts.all(Part::problems)).containsExactly("problem of store", "problem of subscribers");
        assertThat(parts.all(Part::routes)).isEmpty();
        assertThat(parts.registry().scrape()).contains("store_total 1.0", "subscribers_total 1.0");
    }

    @Test
    void shouldShowCallsToThosePartsThatObserve() {
        parts.add(new Named("store"));
        parts.observing(new Named("book"));
        parts.add(new Part() {});
        assertThat(parts.observer()).isInstanceOfSatisfying(CallObserver.Group.class, all -> assertThat(all.group())
                .as("nobody is called who looks away")
                .hasSize(2));
        parts.observer().on(null, new CallObserver.Ended());
        assertThat(told).containsExactly("store saw the end", "book saw the end");
    }
}
