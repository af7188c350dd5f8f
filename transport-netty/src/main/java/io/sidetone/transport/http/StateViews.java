package io.sidetone.transport.http;

/**
 * A state's name in the four published vocabularies; null where one does not show it.
 *
 * @param vip VIP
 * @param ite ITE
 * @param vela Vela
 * @param vantum Vantum
 */
public record StateViews(String vip, String ite, String vela, String vantum) {}
