package io.sidetone.config.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The component that takes the line of each text of another key, a map of texts, for errors; it is no key itself. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface SourceLines {
    /** Returns the name of that key. */
    String value();
}
