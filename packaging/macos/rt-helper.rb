# Homebrew formula. The release fills in VERSION and the sums.
class RtHelper < Formula
  desc "Tells whether a terminal's job waits for input"
  homepage "https://github.com/rt-helper/rt-helper"
  version "VERSION"
  license "MIT"

  on_arm do
    url "https://github.com/rt-helper/rt-helper/releases/download/v#{version}/rt-helper-#{version}-darwin-arm64.tar.gz"
    sha256 "SHA256_ARM64"
  end
  on_intel do
    url "https://github.com/rt-helper/rt-helper/releases/download/v#{version}/rt-helper-#{version}-darwin-amd64.tar.gz"
    sha256 "SHA256_AMD64"
  end

  depends_on :macos

  def install
    libexec.install "rt-helper", "rt-helper-install"
    bin.install_symlink libexec/"rt-helper"
    bin.install "rt"
    man1.install Dir["man/*.1.gz"]
    man7.install Dir["man/*.7.gz"]
    man8.install Dir["man/*.8.gz"]
    bash_completion.install "completions/rt-helper.bash" => "rt-helper"
    zsh_completion.install "completions/_rt-helper"
    fish_completion.install "completions/rt-helper.fish"
  end

  def caveats
    <<~EOS
      The service needs root, and Homebrew's directories belong to you: a program
      there could be replaced by anything that runs as you. So it is copied to
      /Library/PrivilegedHelperTools. Set it up, and renew it after each upgrade:
        sudo #{opt_bin}/rt-helper install
      Before you uninstall the formula:
        sudo #{opt_bin}/rt-helper uninstall
      brew services does not run it.
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/rt-helper version")
  end
end
