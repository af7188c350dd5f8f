package io.sidetone.config.schema;

/** Types of what may stand at a key, and as what it is read. */
public enum ValueType {
    /** Named keys, fixed by the registry. */
    SECTION("section"),
    /** Sections under names that the user chooses. */
    MAP("map of names"),
    /** A list of sections. */
    LIST("list"),
    /** Any text: {@link String}. */
    TEXT("text"),
    /** A URL as text: {@link String}. A print-out masks what may be secret in it. */
    URL("text"),
    /** One of the allowed words: {@link String}. */
    WORD("word"),
    /** {@link Boolean}. */
    FLAG("true or false"),
    /** A whole number: {@link Integer}. */
    INTEGER("whole number"),
    /** A whole number, or {@code auto} which the loader replaces: {@link Integer}. */
    COUNT("whole number or auto"),
    /** A decimal number: {@link Double}. */
    DECIMAL("number"),
    /** {@link java.time.Duration}. */
    DURATION("duration"),
    /** Bytes: {@link Long}. */
    SIZE("size"),
    /** {@link io.sidetone.config.value.IpAddress}. */
    ADDRESS("IP address"),
    /** {@link io.sidetone.config.value.PortRange}. */
    PORTS("range of ports"),
    /** One text or a list of texts: {@code List<String>}. */
    TEXTS("list of texts"),
    /** Texts under names that the user chooses: {@code Map<String, String>}. */
    PAIRS("map of texts"),
    /** One block or a list of blocks of addresses: {@code List<Cidr>}. */
    CIDRS("list of address blocks"),
    /** Data of any shape, or the name of its file: {@link io.sidetone.config.value.DataTree}. */
    DATA("map or file"),
    /** {@link io.sidetone.config.value.Secret}. */
    SECRET("secret"),
    /** A {@link io.sidetone.config.value.Secret} that never stands in a header: any characters but control characters. */
    PASSWORD("secret");

    private final String label;

    ValueType(String label) {
        this.label = label;
    }

    /** Returns the type in words. */
    public String label() {
        return label;
    }

    /** Returns whether the key holds keys rather than a value. */
    public boolean container() {
        return this == SECTION || this == MAP || this == LIST;
    }
}
