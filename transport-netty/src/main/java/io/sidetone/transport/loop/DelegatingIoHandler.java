package io.sidetone.transport.loop;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * A loop's handler around another one, which does all the work but {@link #run}. Its thread is the loop's; {@link #wakeup} comes from any
 * thread.
 */
abstract class DelegatingIoHandler implements IoHandler {
    /** The handler that does the work. */
    protected final IoHandler inside;

    DelegatingIoHandler(IoHandler inside) {
        this.inside = inside;
    }

    @Override
    public void wakeup() {
        inside.wakeup();
    }

    @Override
    public void initialize() {
        inside.initialize();
    }

    @Override
    public void prepareToDestroy() {
        inside.prepareToDestroy();
    }

    @Override
    public void destroy() {
        inside.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return inside.register(handle);
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return inside.isCompatible(handleType);
    }

    /** Statements of the loop on one round, as the handler inside is to hear it. */
    abstract static class Round implements IoHandlerContext {
        /** Statement of the loop itself; set before each round. */
        protected IoHandlerContext loop;

        @Override
        public boolean canBlock() {
            return loop.canBlock();
        }

        @Override
        public long delayNanos(long nowNs) {
            return loop.delayNanos(nowNs);
        }

        @Override
        public long deadlineNanos() {
            return loop.deadlineNanos();
        }

        @Override
        public void reportActiveIoTime(long activeNs) {
            loop.reportActiveIoTime(activeNs);
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return loop.shouldReportActiveIoTime();
        }
    }
}
