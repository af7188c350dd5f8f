package io.sidetone.config.binding;

import io.sidetone.config.schema.ValueType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The type of a key's value in the file where the Java type of the component does not say it. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface FileType {
    /** The type in the file. */
    ValueType value();
}
