package check

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"
)

// manifests are the objects of kubernetes.yaml, by kind and name, read with the types of Kubernetes, which know no
// other fields.
func manifests(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile("../kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]any{}
	for _, one := range bytes.Split(text, []byte("\n---\n")) {
		var meta struct {
			APIVersion, Kind string
			Metadata         struct{ Name string }
		}
		if err := yaml.Unmarshal(one, &meta); err != nil {
			t.Fatalf("%v\n%s", err, one)
		}
		var into any
		switch meta.APIVersion + " " + meta.Kind {
		case "v1 ConfigMap":
			into = &corev1.ConfigMap{}
		case "v1 Service":
			into = &corev1.Service{}
		case "apps/v1 Deployment":
			into = &appsv1.Deployment{}
		case "apps/v1 StatefulSet":
			into = &appsv1.StatefulSet{}
		case "policy/v1 PodDisruptionBudget":
			into = &policyv1.PodDisruptionBudget{}
		case "batch/v1 CronJob":
			into = &batchv1.CronJob{}
		default:
			t.Fatalf("an object of kind %s %s", meta.APIVersion, meta.Kind)
		}
		if err := yaml.UnmarshalStrict(one, into); err != nil {
			t.Errorf("%s %s: %v", meta.Kind, meta.Metadata.Name, err)
		}
		list[meta.Kind+" "+meta.Metadata.Name] = into
	}
	return list
}

// Kubernetes takes the manifests: each field is one of its types, and what they refer to is there or is named in the
// comment at the top as something to make.
func TestKubernetes(t *testing.T) {
	list := manifests(t)
	pods := map[string]corev1.PodSpec{}
	labels := map[string]map[string]string{}
	for name, one := range list {
		switch one := one.(type) {
		case *appsv1.Deployment:
			pods[name], labels[name] = one.Spec.Template.Spec, one.Spec.Template.Labels
			if !covers(one.Spec.Selector.MatchLabels, one.Spec.Template.Labels) {
				t.Errorf("%s does not select its own pods", name)
			}
		case *appsv1.StatefulSet:
			pod := one.Spec.Template.Spec
			for _, claim := range one.Spec.VolumeClaimTemplates {
				pod.Volumes = append(pod.Volumes, corev1.Volume{Name: claim.Name})
			}
			pods[name], labels[name] = pod, one.Spec.Template.Labels
			if !covers(one.Spec.Selector.MatchLabels, one.Spec.Template.Labels) || list["Service "+one.Spec.ServiceName] == nil {
				t.Errorf("%s does not select its own pods, or its service is missing", name)
			}
		case *batchv1.CronJob:
			pods[name] = one.Spec.JobTemplate.Spec.Template.Spec
		}
	}
	if len(pods) != 4 {
		t.Errorf("%d kinds of pods", len(pods))
	}
	made := []string{"kifudb-store", "kifudb-nats", "kifudb-token"} // by the commands in the comment
	for name, pod := range pods {
		for _, volume := range pod.Volumes {
			if volume.Secret != nil && !slices.Contains(made, volume.Secret.SecretName) {
				t.Errorf("%s: no secret %s", name, volume.Secret.SecretName)
			}
		}
		for _, c := range pod.Containers {
			for _, from := range c.EnvFrom {
				if from.ConfigMapRef != nil && list["ConfigMap "+from.ConfigMapRef.Name] == nil || from.SecretRef != nil && !slices.Contains(made, from.SecretRef.Name) {
					t.Errorf("%s: the environment comes from nowhere", name)
				}
			}
			for _, mount := range c.VolumeMounts {
				if !slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == mount.Name }) {
					t.Errorf("%s: no volume %s", name, mount.Name)
				}
			}
			for _, probe := range []*corev1.Probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
				if probe != nil && !slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool { return probe.HTTPGet.Port == intstr.FromString(p.Name) }) {
					t.Errorf("%s: no port %s", name, probe.HTTPGet.Port.String())
				}
			}
			for _, flag := range flagsOf(append(slices.Clone(c.Command), c.Args...)) {
				if c.Image == "kifudb:latest" && !strings.Contains(help(t, c.Command), flag+" ") {
					t.Errorf("%s: %v has no %s", name, c.Command, flag)
				}
			}
		}
	}
	for name, one := range list {
		service, ok := one.(*corev1.Service)
		if !ok {
			continue
		}
		found := false
		for _, l := range labels {
			found = found || covers(service.Spec.Selector, l)
		}
		if !found {
			t.Errorf("%s selects no pods", name)
		}
	}
}

// covers reports whether labels are among others.
func covers(wanted, there map[string]string) bool {
	for key, value := range wanted {
		if there[key] != value {
			return false
		}
	}
	return len(wanted) > 0
}

var flagWord = regexp.MustCompile(`^--[a-z-]+$`)

func flagsOf(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !flagWord.MatchString(w) })
}

// help returns what a command says of its flags.
func help(t *testing.T, command []string) string {
	t.Helper()
	text, err := exec.Command(filepath.Join(programs(t), command[0]), append(slices.Clone(command[1:]), "--help")...).Output()
	if err != nil {
		t.Fatal(command, err)
	}
	return strings.ReplaceAll(string(text), ",", " ")
}
