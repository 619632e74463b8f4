package varlink

import (
	"context"
	_ "embed" // for the text of the interface
)

const serviceInterface = "org.varlink.service"

//go:embed org.varlink.service.varlink
var serviceText string

// Info is what a service says about itself. Policy, the rule in force for whom is
// told what, is a member that only this project's services send.
type Info struct {
	Vendor  string `json:"vendor"`
	Product string `json:"product"`
	Version string `json:"version"`
	URL     string `json:"url"`
	Policy  string `json:"policy,omitempty"`
}

// methods returns those of an interface of s, its own org.varlink.service included.
func (s *Service) methods(name string) (map[string]Handler, bool) {
	if name == serviceInterface {
		return map[string]Handler{
			"GetInfo":                 s.getInfo,
			"GetInterfaceDescription": s.getInterfaceDescription,
		}, true
	}
	for i := range s.Interfaces {
		if s.Interfaces[i].Name == name {
			return s.Interfaces[i].Methods, true
		}
	}
	return nil, false
}

func (s *Service) getInfo(_ context.Context, call *Call) (any, *Error) {
	if fail := call.Decode(&struct{}{}); fail != nil {
		return nil, fail
	}
	names := []string{serviceInterface}
	for i := range s.Interfaces {
		names = append(names, s.Interfaces[i].Name)
	}
	return struct {
		Info
		Interfaces []string `json:"interfaces"`
	}{s.Info, names}, nil
}

func (s *Service) getInterfaceDescription(_ context.Context, call *Call) (any, *Error) {
	var p struct {
		Interface string `json:"interface"`
	}
	switch fail := call.Decode(&p); {
	case fail != nil:
		return nil, fail
	case p.Interface == "":
		return nil, InvalidParameter("interface")
	case p.Interface == serviceInterface:
		return description{serviceText}, nil
	}
	for i := range s.Interfaces {
		if s.Interfaces[i].Name == p.Interface {
			return description{s.Interfaces[i].Description}, nil
		}
	}
	return nil, InterfaceNotFound(p.Interface)
}

type description struct {
	Description string `json:"description"`
}
