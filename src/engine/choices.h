/* choices.h -- the choices of --engine: auto, then the names of the table in engines.c, in its
 * order. */
#ifndef PW_ENGINE_CHOICES_H
#define PW_ENGINE_CHOICES_H

#define PW_ENGINE_CHOICES "auto|cover|pairs|tmod|bdd|pairsets|explicit|runs"

const char *pw_engines_name(int choice); /* NULL for auto (0), a name otherwise */

#endif
