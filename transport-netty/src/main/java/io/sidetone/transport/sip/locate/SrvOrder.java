package io.sidetone.transport.sip.locate;

import io.sidetone.transport.sip.locate.NameService.Srv;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** The order in which servers are tried (RFC 2782): by priority, and within one by chance according to their weights. */
final class SrvOrder {
    private SrvOrder() {}

    static List<Srv> of(List<Srv> records, RandomGenerator random) {
        List<Srv> left = new ArrayList<>(records);
        left.sort(Comparator.comparingInt(Srv::priority).thenComparingInt(srv -> srv.weight() == 0 ? 0 : 1));
        List<Srv> ordered = new ArrayList<>(left.size());
        while (!left.isEmpty()) {
            int priority = left.get(0).priority();
            int equal = (int)
                    left.stream().filter(srv -> srv.priority() == priority).count();
            int sum = left.subList(0, equal).stream().mapToInt(Srv::weight).sum();
            int chosen = random.nextInt(sum + 1);
            int at = 0;
            int running = left.get(0).weight();
            while (running < chosen) {
                at++;
                running += left.get(at).weight();
            }
            ordered.add(left.remove(at));
        }
        return ordered;
    }
}
