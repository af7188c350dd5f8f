package io.sidetone.transport.http;

/**
 * A state's name in the four published vocabularies; null in a vocabulary that does not show the state.
 *
 * @param vip VIP
 * @param ite ITE
 * @param vela Vela
 * @param vantum Vantum
 */
public record StateViews(String vip, String ite, String vela, String vantum) {}
