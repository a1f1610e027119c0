import ArgumentParser

@main
struct Amaoto: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amaoto", abstract: "Rain that tells where you are and how fast you go.")
}
