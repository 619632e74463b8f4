// Package packaging holds what sets the service up: the unit files and the
// property list, the very texts that the packages ship, and the code of
// rt-helper-install, for machines without the package.
//
// An Installer first looks at the machine and refuses with a remedy where the
// service would not work or somebody else than root could replace its program.
// Then it makes a plan, prints each step, and carries it out unless it is a dry
// run. What is there already is no step, so it can be run again.
//
// The package is not linked into the privileged program: kardianos/service,
// which it uses to register the service, acts when it is loaded.
package packaging
