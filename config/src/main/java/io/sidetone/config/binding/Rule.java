package io.sidetone.config.binding;

import io.sidetone.config.value.ValueRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Rule that checks and completes the value of a key, beyond type and range. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Rule {
    /** The class of the rule. */
    Class<? extends ValueRule<?, ?>> value();
}
