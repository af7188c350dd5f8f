package io.sidetone.core.setting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A key of the configuration: what the file may say of one record component. The Java type gives the type of the value,
 * an enum its words, and the name of the component the name of the key ({@code idleTimeout}: {@code idle-timeout}).
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {
    /** Why the key exists and what its default rests on. */
    String why();

    /** The name where it is not that of the component. */
    String name() default "";

    /** Returns what the value counts or names; without it the type in words. */
    String unit() default "";

    /** The default as one would write it. */
    String byDefault() default "";

    /** Describes a default that follows from other keys. */
    String derived() default "";

    /** Returns whether the key must be given wherever its section is. */
    boolean mandatory() default false;

    /** Smallest value in the type's base unit (milliseconds, bytes). */
    double min() default Double.NEGATIVE_INFINITY;

    /** Largest value in the type's base unit (milliseconds, bytes). */
    double max() default Double.POSITIVE_INFINITY;

    /** Allowed words of a text or of the texts of a list. */
    String[] words() default {};

    /** Returns what the reference page shows when there is no default. */
    String example() default "";
}
