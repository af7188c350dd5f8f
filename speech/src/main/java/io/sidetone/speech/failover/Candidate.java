package io.sidetone.speech.failover;

/**
 * One of several engines for the same work.
 *
 * @param name in the configuration
 * @param engine shared by all calls
 * @param circuit shared by all agents that use the engine in this role
 * @param <E> kind of engine
 */
public record Candidate<E>(String name, E engine, Circuit circuit) {}
