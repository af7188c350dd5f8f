package io.sidetone.core.background;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads beside the lanes and event loops, each with the name of its job. None of them keeps the process alive. Who asks for one
 * ends it.
 */
public final class Background {
    private static final int IDLE_S = 30;

    private Background() {}

    /** Returns a thread that does {@code work} once it is started. */
    public static Thread thread(String job, Runnable work) {
        Thread thread = new Thread(work, job);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns a thread that does {@code work} from now on. */
    public static Thread start(String job, Runnable work) {
        Thread thread = thread(job, work);
        thread.start();
        return thread;
    }

    /** Returns one thread that takes tasks one after the other, of which any number may wait. */
    public static ExecutorService one(String job) {
        return Executors.newSingleThreadExecutor(named(job));
    }

    /** Returns {@code threads} threads, which end when they have been idle; what is more than {@code waiting} tasks is rejected. */
    public static ThreadPoolExecutor few(String job, int threads, int waiting) {
        ThreadPoolExecutor few = new ThreadPoolExecutor(
                threads, threads, IDLE_S, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), named(job));
        few.allowCoreThreadTimeOut(true);
        return few;
    }

    /** Returns one thread that takes tasks at their time; it forgets those that are cancelled. */
    public static ScheduledThreadPoolExecutor timer(String job) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named(job));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Returns what makes threads called {@code job}. */
    public static ThreadFactory named(String job) {
        return task -> thread(job, task);
    }
}
