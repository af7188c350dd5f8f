package io.sidetone.server.agents.plugin;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * The class loader of one plugin. Its own JARs come first, so that a plugin may use other library versions than the
 * server. The interfaces between plugin and server are the server's classes.
 */
final class PluginClassLoader extends URLClassLoader {
    private static final String[] SHARED = {"java.", "javax.", "jdk.", "io.sidetone.", "org.slf4j.", "org.agrona."};

    static {
        registerAsParallelCapable();
    }

    PluginClassLoader(String name, URL[] jars, ClassLoader server) {
        super(name, jars, server);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (shared(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                try {
                    loaded = findClass(name);
                } catch (ClassNotFoundException notHere) {
                    return super.loadClass(name, resolve);
                }
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private static boolean shared(String name) {
        for (String prefix : SHARED) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
