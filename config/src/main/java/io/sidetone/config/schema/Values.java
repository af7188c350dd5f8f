package io.sidetone.config.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Typed values by concrete path ({@code sip.trunks[0].name}). Written while loading, read afterwards. */
public final class Values {
    private final Map<String, Object> typed = new HashMap<>();
    private final Map<String, List<String>> names = new LinkedHashMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Map<String, Map<String, Integer>> lines = new HashMap<>();
    private final Map<String, String> shown = new HashMap<>();
    private final Set<String> given = new HashSet<>();
    private final Set<String> invalid = new HashSet<>();

    /** Sets a value; null is ignored. */
    public void put(String path, Object value) {
        if (value != null) {
            typed.put(path, value);
        }
    }

    /** Sets a value that follows from other keys where there is none yet; null is ignored. */
    public void conclude(String path, Object value) {
        if (value != null) {
            typed.putIfAbsent(path, value);
        }
    }

    /** Notes that the file gives {@code path}. */
    void markGiven(String path) {
        given.add(path);
    }

    /** Notes that the file gives {@code path} and that it is wrong: further checks leave it alone. */
    public void markInvalid(String path) {
        invalid.add(path);
    }

    /** Notes one more name under a map. */
    void addName(String path, String name) {
        names.computeIfAbsent(path, key -> new ArrayList<>()).add(name);
    }

    /** Notes the length of a list. */
    void size(String path, int size) {
        sizes.put(path, size);
    }

    /** Notes the line in the file of each text under {@code path}. */
    void lines(String path, Map<String, Integer> byName) {
        lines.put(path, byName);
    }

    /** Returns the line in the file of each text under {@code path}; empty where nothing is known. */
    public Map<String, Integer> lines(String path) {
        return lines.getOrDefault(path, Map.of());
    }

    /** Returns whether the file itself gives {@code path}. */
    public boolean given(String path) {
        return given.contains(path);
    }

    /** Returns whether {@code path} was found wrong already, itself or a section that it stands in. */
    public boolean invalid(String path) {
        for (int end = path.length();
                end > 0;
                end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))) {
            if (invalid.contains(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    /** Returns what was found wrong so far; grows with it. */
    public Set<String> invalidPaths() {
        return Collections.unmodifiableSet(invalid);
    }

    /** Returns every path that has a value. */
    Set<String> paths() {
        return Set.copyOf(typed.keySet());
    }

    /** Returns the names under a map, in the order of the file. */
    public List<String> names(String path) {
        return List.copyOf(names.getOrDefault(path, List.of()));
    }

    /** Returns how many entries a list has. */
    public int size(String path) {
        return sizes.getOrDefault(path, 0);
    }

    /** Returns the value at {@code path}, or null. */
    public Object raw(String path) {
        return typed.get(path);
    }

    /** Sets what a print-out says of {@code path}: as one would write it, references and all. */
    void show(String path, String text) {
        shown.put(path, text);
    }

    /** Returns what a print-out says of {@code path}, or null where it says the value. */
    public String shown(String path) {
        return shown.get(path);
    }

    /** Returns the value at {@code path} as {@code type}, or null. */
    public <T> T get(String path, Class<T> type) {
        return type.cast(typed.get(path));
    }

    /** Returns a whole number that has a default. */
    public int integer(String path) {
        return get(path, Integer.class);
    }

    /** Returns a flag that has a default. */
    public boolean flag(String path) {
        return get(path, Boolean.class);
    }

    /** Returns a text, empty if there is none. */
    public String text(String path) {
        String text = get(path, String.class);
        return text == null ? "" : text;
    }

    /** Returns a list of {@code type}, empty if there is none. */
    public <T> List<T> list(String path, Class<T> type) {
        List<?> list = get(path, List.class);
        return list == null ? List.of() : list.stream().map(type::cast).toList();
    }
}
